/// @file tables_several.c
/// The tables of several contacts. Contacts go by the names of their bodies; long tables are cut.
#include <math.h>
#include <string.h>

#include "summary.h"

enum { NAME_WIDTH = 24, MOST_COLUMNS = 3, PAGE_WIDTH = 100 };

static void print_name(const cli_page* page, int contact, int width) {
  char name[CLI_NAME_SIZE];
  carom_scenario_contact_name(page->scenario, contact, sizeof name, name);
  cli_print_cell(name, width);
}

/// "  name" as wide as a label.
static void print_label_of(const cli_page* page, int contact) {
  fputs("  ", stdout);
  print_name(page, contact, CLI_LABEL_WIDTH - 4);
  fputs("  ", stdout);
}

static const cli_heading columns[] = {{"before", CLI_SPEED}, {"after", CLI_SPEED}, {"impulse", CLI_IMPULSE}};

/// The largest speed and impulse of all contacts: what is noise beside them is zero.
typedef struct contact_scale {
  double speed, impulse;
} contact_scale;

static contact_scale scale_of(const carom_result* result, int dimension) {
  contact_scale scale = {0};
  for (int i = 0; i < result->outcome.contact_count; ++i) {
    const carom_impact_contact* contact = &result->contacts[i];
    scale.speed = fmax(scale.speed, cli_largest(dimension, contact->velocity_before));
    scale.speed = fmax(scale.speed, cli_largest(dimension, contact->velocity_after));
    scale.impulse = fmax(scale.impulse, cli_largest(dimension, contact->impulse));
  }
  return scale;
}

static void print_normal(const cli_page* page, contact_scale scale) {
  const carom_result* result = page->result;
  const int n = page->scenario->dimension - 1;
  cli_print_headings(page, "Contacts, normal", 3, columns);
  for (int i = 0; i < result->outcome.contact_count && i < CLI_MOST_ROWS; ++i) {
    const carom_impact_contact* contact = &result->contacts[i];
    print_label_of(page, i);
    cli_print_amount(page, CLI_SPEED, contact->velocity_before[n], scale.speed);
    cli_print_amount(page, CLI_SPEED, contact->velocity_after[n], scale.speed);
    cli_print_amount(page, CLI_IMPULSE, contact->impulse[n], scale.impulse);
    printf("  %s\n", contact->mode);
  }
  cli_print_more(result->outcome.contact_count, result->outcome.contact_count);
}

static double tangential(int dimension, const double* axes) {
  return dimension == 2 ? axes[0] : hypot(axes[0], axes[1]);
}

/// In the plane with their sign, in space how large they are; --json has the components.
static void print_slip_of(const cli_page* page, int contact, contact_scale scale) {
  const carom_impact_contact* result = &page->result->contacts[contact];
  const int dimension = page->scenario->dimension;
  print_label_of(page, contact);
  cli_print_amount(page, CLI_SPEED, tangential(dimension, result->velocity_before), scale.speed);
  cli_print_amount(page, CLI_SPEED, tangential(dimension, result->velocity_after), scale.speed);
  cli_print_amount(page, CLI_IMPULSE, tangential(dimension, result->impulse), scale.impulse);
  putchar('\n');
}

static void print_tangential(const cli_page* page, contact_scale scale) {
  int count = 0;
  for (int i = 0; i < page->result->outcome.contact_count; ++i) {
    if (page->scenario->surfaces[i].mu == 0) continue;
    if (count == 0) cli_print_headings(page, "Contacts, tangential", 3, columns);
    if (count < CLI_MOST_ROWS) print_slip_of(page, i, scale);
    ++count;
  }
  cli_print_more(count, count);
}

void cli_print_several_contacts(const cli_page* page) {
  const contact_scale scale = scale_of(page->result, page->scenario->dimension);
  print_normal(page, scale);
  print_tangential(page, scale);
}

/// The names in a set, in lines that hang under the first.
static void print_state(const cli_page* page, int number, uint64_t state) {
  int column = printf("  %2d ", number), indent = column;
  const char* comma = "";
  for (int i = 0; i < page->result->outcome.contact_count; ++i) {
    if (!(state >> i & 1)) continue;
    char name[CLI_NAME_SIZE];
    carom_scenario_contact_name(page->scenario, i, sizeof name, name);
    fputs(comma, stdout);
    if (column > indent && column + (int)strlen(name) + 2 > PAGE_WIDTH) {
      printf("\n%*s", indent, "");
      column = indent;
    }
    putchar(' ');
    column += 2 + cli_put_text(stdout, name, CLI_NAME_SIZE);
    comma = ",";
  }
  putchar('\n');
}

void cli_print_states(const cli_page* page) {
  const carom_result* result = page->result;
  if (result->outcome.state_count == 0) return;
  cli_print_columns(page, "States, the active contacts in order", 0, NULL);
  for (int i = 0; i < result->outcome.state_count && i < CLI_MOST_ROWS; ++i)
    print_state(page, i + 1, result->states[i]);
  cli_print_more(result->outcome.state_total, result->outcome.state_count);
}

static const char* event_words(carom_event_type type) {
  return type == CAROM_EVENT_RESTITUTION_END ? "restitution ended" : carom_event_meaning(type);
}

/// A name at the right of its column.
static void print_heading_of(const cli_page* page, int contact) {
  char name[CLI_NAME_SIZE];
  carom_scenario_contact_name(page->scenario, contact, sizeof name, name);
  const int width = (int)strlen(name);
  printf("%*s", width < CLI_NUMBER_WIDTH ? CLI_NUMBER_WIDTH - width : 1, "");
  cli_put_text(stdout, name, CLI_NUMBER_WIDTH - 1);
}

/// Where there is room, the normal impulse of every contact; else that of the contact at which it happened.
static void print_event_columns(const cli_page* page, bool every) {
  putchar('\n');
  char title[CLI_NAME_SIZE];
  const int width = snprintf(title, sizeof title, "Events, normal impulses [%s]", cli_unit(page, CLI_IMPULSE));
  cli_print_heading(page, title);
  printf("%*s", CLI_LABEL_WIDTH - width, "");
  cli_print_cell("at", NAME_WIDTH);
  for (int i = 0; every && i < page->result->outcome.contact_count; ++i) print_heading_of(page, i);
  if (!every) printf("%*s", CLI_NUMBER_WIDTH, "its impulse");
  putchar('\n');
}

static void print_event(const cli_page* page, int index, bool every, double scale) {
  const carom_result* result = page->result;
  const carom_event* event = &result->events[index];
  const double* impulses = result->event_impulses + (size_t)index * (size_t)result->outcome.contact_count;
  cli_print_label(event_words(event->type));
  print_name(page, event->contact, NAME_WIDTH);
  for (int i = 0; every && i < result->outcome.contact_count; ++i)
    cli_print_amount(page, CLI_IMPULSE, impulses[i], scale);
  if (!every) cli_print_amount(page, CLI_IMPULSE, event->impulse_n, scale);
  putchar('\n');
}

void cli_print_several_events(const cli_page* page) {
  const carom_result* result = page->result;
  if (result->outcome.event_count == 0) return;
  const bool every = result->outcome.contact_count <= MOST_COLUMNS;
  const double scale = scale_of(result, page->scenario->dimension).impulse;
  print_event_columns(page, every);
  for (int i = 0; i < result->outcome.event_count && i < CLI_MOST_ROWS; ++i) print_event(page, i, every, scale);
  cli_print_more(result->outcome.event_total, result->outcome.event_count);
}
