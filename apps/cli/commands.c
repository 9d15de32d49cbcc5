// The one table of commands and options: the program, its help, the manual page and the completion of shells read it.
#include "commands.h"

#define VARY                                                                                              \
  {                                                                                                       \
    .name = "--vary", .value = "PATH[,PATH..]=FROM:TO:COUNT", .takes = CLI_TAKES_LIST,                    \
    .field = offsetof(cli_options, vary), .brief = "a table against numbers of the file",                 \
    .text =                                                                                               \
        "print a table instead: a number of the file takes COUNT values, and each gives a row; several\n" \
        "paths are set together. Given twice: all pairs of two numbers"                                   \
  }

#define SHOW(values)                                                                                            \
  {                                                                                                             \
    .name = "--show", .value = "PATH[,PATH..]", .takes = CLI_TAKES_VALUE, .field = offsetof(cli_options, show), \
    .brief = "with --vary: the columns of the table", .text = values                                            \
  }

#define TABLE                                                                                                \
  {                                                                                                          \
    .name = "--table", .value = "OUT", .takes = CLI_TAKES_VALUE, .field = offsetof(cli_options, table),      \
    .offer = CLI_OFFER_FILES, .brief = "with --vary: the table as CSV",                                      \
    .text = "with --vary, write the table as CSV, with numbers that read back exactly; - is standard output" \
  }

#define UNITS                                                                                              \
  {                                                                                                        \
    .name = "--units", .value = "SYSTEM", .takes = CLI_TAKES_VALUE, .field = offsetof(cli_options, units), \
    .offer = CLI_OFFER_WORDS, .word = cli_units_word, .brief = "units of the summary",                     \
    .text = "the units of the summary: si (default), or us: mph, ft, deg, deg/s, ft lbf, lbf s"            \
  }

static const cli_option solve_options[] = {
    {.name = "--json",
     .field = offsetof(cli_options, json),
     .brief = "one JSON object a file",
     .text = "one JSON object a file instead, with doubles that read back exactly; an error is an object too"},
    {.name = "--jsonl",
     .field = offsetof(cli_options, jsonl),
     .brief = "one scenario a line, one result a line",
     .text = "every FILE has one scenario a line: one result a line, in order, in constant memory;\n"
             "implies --json. A file that ends in .jsonl is read so anyway"},
    {.name = "--derivatives",
     .field = offsetof(cli_options, derivatives),
     .brief = "how the outcome changes with its inputs",
     .text = "add how impulse and velocity after change with W, v, mu, e and, on springs, eta2, and how far the next\n"
             "change of branch is: one contact. docs/derivatives.md explains them"},
    SET,
    UNITS,
    VARY,
    SHOW("with --vary, the columns of the table: any value of `solve --json` (energy.change, contacts.0.mode),\n"
         "of the explanation (explain.stick.ratio) or of the scenario. A point without an answer has empty cells"),
    TABLE,
    HELP,
    {0},
};

static const cli_option check_options[] = {
    {.name = "--json",
     .field = offsetof(cli_options, json),
     .brief = "one JSON object a file",
     .text = "one JSON object a file"},
    SET_HELP_END,
};

static const cli_option explain_options[] = {
    {.name = "--json",
     .field = offsetof(cli_options, json),
     .brief = "one JSON object a file",
     .text = "one JSON object a file; angles in radians"},
    SET_HELP_END,
};

static const cli_option simulate_options[] = {
    {.name = "--json",
     .field = offsetof(cli_options, json),
     .brief = "one JSON object a file",
     .text = "one JSON object a file instead: impacts, phases, the end, the energy; doubles read back exactly"},
    {.name = "--jsonl",
     .field = offsetof(cli_options, jsonl),
     .brief = "one scenario a line, one result a line",
     .text = "every FILE has one scenario a line: one object a line, in order; implies --json.\n"
             "A file that ends in .jsonl is read so anyway"},
    {.name = "--csv",
     .value = "OUT",
     .takes = CLI_TAKES_VALUE,
     .field = offsetof(cli_options, csv),
     .offer = CLI_OFFER_FILES,
     .brief = "also write the sampled path",
     .text = "also write the sampled path, one row every `sample` seconds; - is standard output"},
    {.name = "--until-events",
     .value = "N",
     .takes = CLI_TAKES_VALUE,
     .field = offsetof(cli_options, until_events),
     .brief = "stop after N events",
     .text = "on a table: stop after N events (contacts, and changes between sliding, rolling and rest)"},
    {.name = "--all",
     .field = offsetof(cli_options, all),
     .brief = "list every impact",
     .text = "list every impact and phase. Else two or more in a row that are slower than 1 % of the fastest (of the\n"
             "velocity along the normal) are one line, and long tables are cut in the middle"},
    SET,
    UNITS,
    VARY,
    SHOW("with --vary, the columns of the table: any value of `simulate --json` (end.time, impacts.0.time,\n"
         "end.energy, impacts.count) or of the scenario. A point without an answer has empty cells"),
    TABLE,
    HELP,
    {0},
};

static const cli_option figure_options[] = {
    {.name = "--kind",
     .value = "KIND",
     .takes = CLI_TAKES_VALUE,
     .field = offsetof(cli_options, kind),
     .offer = CLI_OFFER_WORDS,
     .word = cli_figure_kind_word,
     .brief = "what to draw",
     .text = "process: the impact-process diagram of a planar impact; several if W and v are the same\n"
             "hodograph: the path of the contact velocity. Planar: tangent and normal. Else: both\n"
             "tangents, with the invariant directions of a spatial impact; always the exact path,\n"
             "whatever the method. Up to 30 at once\n"
             "impulse: how it grows. One contact: the plane of tangent and normal, or space as seen from\n"
             "above; up to 6 at once. Two contacts: the plane of their impulses, with compression lines,\n"
             "regions and energy ellipse. More: against time, and who was active when\n"
             "energy: stored and lost, against normal impulse; several contacts: against time\n"
             "velocity: of the contact, likewise; of several contacts and the bodies between them.\n"
             "Up to 6 impacts at one contact are compared\n"
             "energy-plane, velocity-plane: two contacts, one against the other\n"
             "scene: the bodies, where they touch, and their velocities before and after; of a motion its start\n"
             "springs: what the springs of a compliant contact do: velocities, lengths and energies\n"
             "against normal impulse, sticking shaded; in space the tangential impulse too\n"
             "all: every kind that fits, as OUT-kind.svg\n"
             "Of motions: strobe: poses of a chain or of bodies; path: a ball on the cloth from above\n"
             "(several FILEs are laid over each other); table: a table from above; break: the impulses\n"
             "of its largest collision; height: height and energy against time;\n"
             "phases: what each place does when; energy: what is kept and lost against time\n"
             "Default: process, springs, hodograph or impulse, as the model asks"},
    {.name = "--output",
     .letter = "-o",
     .value = "OUT",
     .takes = CLI_TAKES_VALUE,
     .field = offsetof(cli_options, output),
     .offer = CLI_OFFER_FILES,
     .brief = "where to write",
     .text = "where to write; the ending .svg, .pdf or .png says what. A motion also as a film: .html is a\n"
             "page that plays it, without gnuplot; .gif.\n"
             "Default: the name of FILE with .svg, in the current folder"},
    {.name = "--size",
     .value = "WxH",
     .takes = CLI_TAKES_VALUE,
     .field = offsetof(cli_options, size),
     .brief = "pixels or 1/100 inch",
     .text = "pixels (svg, png) or 1/100 inch (pdf). Default: what suits the kind, such as 650x700"},
    {.name = "--script",
     .value = "DIR",
     .takes = CLI_TAKES_VALUE,
     .field = offsetof(cli_options, script),
     .offer = CLI_OFFER_FOLDERS,
     .brief = "leave gnuplot's script and data here",
     .text = "leave gnuplot's script and data in DIR, for restyling"},
    {.name = "--title",
     .value = "TEXT",
     .takes = CLI_TAKES_VALUE,
     .field = offsetof(cli_options, title),
     .brief = "instead of the scenario's title",
     .text = "instead of the scenario's title"},
    {.name = "--vary",
     .value = "PATH[,PATH..]=FROM:TO:COUNT",
     .takes = CLI_TAKES_LIST,
     .field = offsetof(cli_options, vary),
     .brief = "draw against numbers of the scenario",
     .text = "draw results against a number of the scenario, which takes COUNT values; several paths are\n"
             "set together. Given twice: a map over two numbers, for one FILE"},
    {.name = "--show",
     .value = "PATH[,PATH..]",
     .takes = CLI_TAKES_VALUE,
     .field = offsetof(cli_options, show),
     .brief = "with --vary: what to draw",
     .text = "with --vary, what to draw: numbers share a panel if they have the same unit, words such as\n"
             "contacts.0.mode or events get one of their own; a map shows one\n"
             "A PATH leads to a value by its keys: contacts.0.mu, bodies.ball.velocity.0, energy.change.\n"
             "--vary takes any number of the scenario, --show any value of the result (as in\n"
             "`solve --json`), of the explanation (explain.stick.ratio) or of the scenario"},
    SET_HELP_END,
};

const cli_command cli_commands[] = {
    {.name = "solve",
     .run = cli_solve,
     .purpose = "solve an impact: what are the velocities afterwards?",
     .usage = "carom solve FILE... [--json] [--jsonl] [--derivatives] [--units us] [--set PATH=VALUE]...\n"
              "carom solve FILE --vary PATH=FROM:TO:COUNT... --show PATH... [--table OUT] [--set PATH=VALUE]...",
     .about = "Solves the impact that each scenario file states and prints what happened: the course of it in words, "
              "impulse,\n"
              "velocities before and after, where the energy went. FILE may be - for standard input.",
     .options = solve_options,
     .notes =
         "The model follows from the file: one contact in the plane or in space, one with tangential compliance\n"
         "(eta2 or poisson_ratio), or several contacts at once, whose friction is rigid or, with eta2 or "
         "poisson_ratio\n"
         "at all of them, on springs. \"method\": {\"engine\": \"steps\"} in the file steps several contacts through "
         "time,\n"
         "to about 1e-3 of the speed and often many times faster. Where the file goes on with a `motion`, this is the\n"
         "impact at time 0; `carom simulate` follows the rest.",
     .exits = "0 solved (no impact is an outcome too), 1 the file is fine but no answer can be given,\n"
              "2 bad usage or bad file; of several files the worst.",
     .examples =
         "Examples:\n"
         "  carom solve rod.json\n"
         "  carom solve --json rod.json cars.json\n"
         "  generate-scenarios | carom solve --jsonl - > results.jsonl\n"
         "  carom solve rod.json --set contacts.0.mu=0.3 --units us\n"
         "  carom solve rod.json --derivatives\n"
         "  carom solve rod.json --vary contacts.0.mu=0:1:11 --show contacts.0.mode,energy.change\n"
         "  carom solve rod.json --vary contacts.0.mu=0:1:11 --vary contacts.0.e=0:1:3 --show energy.after --table "
         "t.csv\n"
         "\n"
         "Example: a ball with backspin lands and comes back (tangential compliance).\n"
         "  echo '{\"carom\": 1, \"contact_space\": {\"W\": [[3.5, 0, 0], [0, 3.5, 0], [0, 0, 1]], \"v\": [-3, 0, "
         "-5]},\n"
         "         \"contacts\": [{\"e\": 0.5, \"mu\": 0.4, \"poisson_ratio\": 0.3}]}' | carom solve -\n"
         "\n"
         "Example: a ball falls on a ball that lies on a table (several contacts).\n"
         "  echo '{\"carom\": 1, \"dimension\": 2, \"contact_space\": {\"v\": [0, -1, 0, 0], \"W\": [[1, 0, 0, 0],\n"
         "         [0, 2, 0, -1], [0, 0, 1, 0], [0, -1, 0, 1]]},\n"
         "         \"contacts\": [{\"e\": 0.9, \"stiffness\": 2}, {\"e\": 0.7}]}' | carom solve -"},
    {.name = "check",
     .run = cli_check,
     .purpose = "is the file valid, and which model would solve it?",
     .usage = "carom check FILE... [--json] [--set PATH=VALUE]...",
     .about = "Reads each scenario file as strictly as `solve` does and says whether it is valid, which model it "
              "needs, whether\n"
              "this version has that model, and what the contact looks like. FILE may be - for standard input.",
     .options = check_options,
     .exits = "0 valid (even if this version cannot solve it yet), 2 bad usage or bad file.",
     .examples = "Examples:\n"
                 "  carom check rod.json\n"
                 "  carom check rod.json --set contacts.0.normal=[0,-1]"},
    {.name = "explain",
     .run = cli_explain,
     .purpose = "why did an impact go as it did?",
     .usage = "carom explain FILE... [--json] [--set PATH=VALUE]...",
     .about = "Solves the impact and prints what decides it, and what that means in plain words.\n"
              "FILE may be - for standard input.\n"
              "\n"
              "In space: the invariant directions (those in which slip does not turn), the friction that sticking\n"
              "needs, |B^-1 d|, against mu, condition (18), and the bound by which compression must end.\n"
              "In the plane: |B3|/B1 against mu, the rates d and k1 while slipping, Pd and Pq, and the mode.\n"
              "With tangential compliance: whether the spring catches the slip at once, |v_t| < mu eta2 |v_n|, how\n"
              "fast it swings, what the springs stored and gave back, and whether the contact point comes back.\n"
              "Several contacts: stiffness ratios, who feels whom, who was drawn in, came back or was held.",
     .options = explain_options,
     .exits = "as for `solve`.",
     .examples =
         "Example: what if there were less friction?\n"
         "  carom explain rod.json --set contacts.0.mu=0.2\n"
         "\n"
         "Example: a tumbling body hits the floor with a corner.\n"
         "  echo '{\"carom\": 1, \"contact_space\": {\"W\": [[3, 0.2, 1], [0.2, 2.5, 0.4], [1, 0.4, 2]],\n"
         "         \"v\": [1, -0.5, -1]}, \"contacts\": [{\"e\": 0.6, \"mu\": 0.4}]}' | carom explain -\n"
         "\n"
         "Example: a superball with spin; does it come back?\n"
         "  echo '{\"carom\": 1, \"contact_space\": {\"W\": [[3.5, 0, 0], [0, 3.5, 0], [0, 0, 1]], \"v\": [3, 0, "
         "-5]},\n"
         "         \"contacts\": [{\"e\": 0.9, \"mu\": 0.8, \"poisson_ratio\": 0.5}]}' | carom explain -\n"
         "\n"
         "Example: Newton's cradle with three balls.\n"
         "  echo '{\"carom\": 1, \"dimension\": 2, \"contact_space\": {\"v\": [0, -1, 0, 0], \"W\": [[1, 0, 0, 0],\n"
         "         [0, 2, 0, -1], [0, 0, 1, 0], [0, -1, 0, 2]]},\n"
         "         \"contacts\": [{\"e\": 1}, {\"e\": 1}]}' | carom explain -"},
    {.name = "simulate",
     .run = cli_simulate,
     .purpose = "follow a motion: flight, impacts, sliding, rest",
     .usage = "carom simulate FILE... [--json] [--jsonl] [--csv OUT] [--until-events N] [--all] [--units us] [--set "
              "PATH=VALUE]...\n"
              "carom simulate FILE --vary PATH=FROM:TO:COUNT... --show PATH... [--table OUT] [--set PATH=VALUE]...",
     .about = "Runs each scenario that has a `motion` block from time 0 to its end, event by event: a chain that "
              "swings, bodies\n"
              "that fly and meet planes, a ball on the cloth. Every impact is found and solved as `solve` would; "
              "contacts that\n"
              "come to rest are held, slide, stick or leave again. With `contacts` the impact at time 0 comes first.\n"
              "Prints what happened when; FILE may be - for standard input.",
     .options = simulate_options,
     .notes = "A long run shows its progress on a terminal. Ctrl-C stops it: what it has by then is written, and says "
              "that it\n"
              "was cut.",
     .exits = "0 done, 1 no answer, or cut, 2 bad usage or bad file; of several files the worst.",
     .examples =
         "Example: a double pendulum swings over a floor, bounces and comes to rest on it.\n"
         "  echo '{\"carom\": 1, \"dimension\": 2, \"chain\": {\"base\": [0, 0], \"angles\": [0, 0.5], \"rates\": [0, "
         "0],\n"
         "         \"links\": [{\"length\": 1, \"mass\": 1}, {\"length\": 1, \"mass\": 1}]},\n"
         "         \"motion\": {\"until\": 2, \"gravity\": [0, -9.81], \"planes\": [{\"point\": [0, -1.5], \"normal\": "
         "[0, 1],\n"
         "         \"surface\": {\"e\": 0.5, \"mu\": 0.3}}]}}' | carom simulate -\n"
         "\n"
         "Example: a ball bounces on a floor; its path goes to ball.csv.\n"
         "  echo '{\"carom\": 1, \"dimension\": 2, \"bodies\": {\"ball\": {\"mass\": 1, \"inertia\": 0.4, "
         "\"position\": [0, 2],\n"
         "         \"velocity\": [1, 0], \"shape\": {\"sphere\": 0.5}}}, \"motion\": {\"until\": 3, \"gravity\": [0, "
         "-9.81],\n"
         "         \"planes\": [{\"point\": [0, 0], \"normal\": [0, 1], \"surface\": {\"e\": 0.7, \"mu\": 0.2}}]}}' |\n"
         "    carom simulate - --csv ball.csv\n"
         "\n"
         "Example: how often does it bounce, and when is it over? And all bounces of one motion, in mph and ft.\n"
         "  carom simulate bounce.json --vary motion.planes.0.surface.e=0.3:0.8:6 --show impacts.count,end.energy\n"
         "  carom simulate bounce.json --set motion.planes.0.surface.e=0.5 --all --units us"},
    {.name = "figure",
     .run = cli_figure,
     .purpose = "draw an impact as svg, pdf or png",
     .usage = "carom figure FILE... [--kind KIND] [-o OUT] [--size WxH] [--script DIR] [--title TEXT]\n"
              "             [--set PATH=VALUE]...\n"
              "carom figure FILE... --vary PATH=FROM:TO:COUNT... --show PATH... [the same options]",
     .about =
         "Solves the scenario and draws it with gnuplot. FILE may be - for standard input. Several FILEs, or the "
         "lines\n"
         "of a .jsonl, go into one figure where the kind allows it; what their titles do not share names the curves.",
     .options = figure_options,
     .exits = "0 drawn, 1 no answer or no gnuplot, 2 bad usage or bad file.",
     .examples =
         "Example:\n"
         "  carom figure rod.json -o rod.png --size 900x700\n"
         "  carom figure rod.json --set contacts.0.mu=0.2 -o less-friction.svg\n"
         "\n"
         "Example: how does the mode depend on friction and restitution?\n"
         "  carom figure rod.json --vary contacts.0.mu=0:1:101 --vary contacts.0.e=0:1:101 --show contacts.0.mode\n"
         "\n"
         "Example: a ball with backspin, on its springs.\n"
         "  echo '{\"carom\": 1, \"contact_space\": {\"W\": [[3.5, 0, 0], [0, 3.5, 0], [0, 0, 1]], \"v\": [-3, 0, "
         "-5]},\n"
         "         \"contacts\": [{\"e\": 0.5, \"mu\": 0.4, \"poisson_ratio\": 0.3}]}' | carom figure - -o ball.svg"},
    {.name = "sweep",
     .run = cli_sweep,
     .purpose = "many impacts or motions: grids, chance, statistics, sensitivity",
     .usage = "carom sweep FILE -o OUT [--vary PATH=SPREAD]... [--show PATH...] [--rows N] [--seed S]\n"
              "            [--threads N] [--part K/N] [--sync WHEN] [--csv OUT] [--figure OUT] [--json] [--fresh]\n"
              "            [--stop-at-failure] [--set PATH=VALUE]...\n"
              "carom sweep FILE --dry-run [the same options]\n"
              "carom sweep --report OUT [--csv OUT] [--figure OUT] [--json]",
     .about =
         "Solves the scenario many times, with numbers that its `sweep` block or --vary spreads over grids or by\n"
         "chance, on all processors, and stores a row for each in one file. Then prints mean, standard deviation\n"
         "and quantiles, and the sensitivity to every input where the method is saltelli. A file with a `motion` is\n"
         "simulated, any other solved. docs/sweep.md has the block, the layout of the file, and how to use a cluster.",
     .options = cli_sweep_options,
     .notes =
         "The rows depend on the file, the options and the seed alone, so OUT has the same bytes for any number of\n"
         "threads, shares and interruptions. Whatever stops it (Ctrl-C, a kill, the end of a job): the same command\n"
         "again goes on where it was. A row without an answer has a status, no values, and stops nothing.",
     .exits =
         "0 all rows solved, 1 finished with rows that have no answer, or not finished, 2 bad usage, bad file, or\n"
         "OUT is of another sweep; 130 and 143 after Ctrl-C and SIGTERM.",
     .examples =
         "Examples:\n"
         "  carom sweep rod.json --vary contacts.0.mu=uniform:0.1:0.5 --vary contacts.0.e=normal:0.7:0.05 \\\n"
         "    --show energy.change,contacts.0.mode --rows 1e5 -o rod.h5\n"
         "  carom sweep rod.json --vary contacts.0.mu=0:1:101 --vary contacts.0.e=0:1:101 --show energy.after -o map/\n"
         "  carom sweep --report rod.h5 --figure rod.svg"},
    {.name = "fit",
     .run = cli_fit,
     .purpose = "friction, restitution and compliance from measured impacts",
     .usage = "carom fit DATA.csv [--law LAW] [--with eta2] [--e-model MODEL] [--covariate NAME]... [--flip WHAT]\n"
              "          [--huber C | --least-squares] [--bootstrap N] [--seed S] [--plan] [--csv OUT] [--figure OUT]\n"
              "          [--json]\n"
              "carom fit DATA.csv --scenario FILE --estimate PATH[,PATH..]=FROM:TO... [the same options]",
     .about = "Reads measured impacts, a row each: mass, inertia, contact, velocities before and after. Checks that "
              "they can\n"
              "be what they are said to be (signs, units, directions), finds mu and e that explain them best, says how "
              "sure\n"
              "that is, and what the data cannot tell. docs/fit.md lists the columns.",
     .options = cli_fit_options,
     .notes = "Columns, SI: m, rho (or I), vx0, vy0, w0, vx1, vy1, w1, and px, py, phi (contact from the mass centre, "
              "angle\n"
              "of the normal) or rows nx, ny, nw, tx, ty, tw; or B1, B2, B3, S0, C0, S1, C1; in space vz0 and so on.\n"
              "With --scenario, paths of the file and, with `after.` before them, of its answer.",
     .exits = "0 fitted, 1 no answer, 2 bad usage, data that are refused, or built without NLopt.",
     .examples =
         "Examples:\n"
         "  carom fit scenes/fit/ellipse.csv\n"
         "  carom fit scenes/fit/ellipse.csv --law all --json\n"
         "  carom fit scenes/fit/two-balls.csv --scenario scenes/fit/two-balls.json \\\n"
         "    --estimate contacts.0.stiffness=0.01:100 --estimate contacts.0.e=0:1 --estimate contacts.1.e=0:1"},
    {0},
};
