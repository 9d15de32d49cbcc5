// What can be taken away: the link, the file, the command, programs in C and Python, pictures and numbers.
import type { Base, Changes } from './state';
import type { Answer } from './types';

const quoted = (text: string) => `'${text.replace(/'/g, `'\\''`)}'`;

/** The command line that prints the same. */
export function command(base: Base, changes: Changes, a: Answer): string {
  const verb = a.motion ? 'simulate' : 'solve';
  if (base.id === null || /\.\d+$/.test(base.id)) return `carom ${verb} - <<'EOF'\n${a.text.trim()}\nEOF\n`;
  const sets = [...changes].map(([path, value]) => ` \\\n  --set ${quoted(`${path}=${value}`)}`).join('');
  return `carom ${verb} scenes/${base.id}.json${sets}\n`;
}

const inC = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => `    ${JSON.stringify(line + '\n')}`)
    .join('\n');

export function c(a: Answer): string {
  const motion = a.motion !== null;
  return `// cc impact.c $(pkg-config --cflags --libs carom-files)
#include <stdio.h>
#include <string.h>

#include "carom/${motion ? 'simulation' : 'scenario'}.h"${motion ? '\n#include "carom/scenario.h"' : ''}

static const char text[] =
${inC(a.text)};

int main(void) {
  carom_diag error = {0};
  carom_scenario* scenario = carom_scenario_parse(text, strlen(text), &error);
  ${motion ? 'carom_simulation* result = scenario ? carom_scenario_simulate(scenario, NULL, NULL, &error) : NULL;' : 'carom_result* result = scenario ? carom_scenario_solve(scenario, &error) : NULL;'}
  if (!result) {
    fprintf(stderr, "%s\\n", error.message);
    return 1;
  }
  carom_${motion ? 'simulation' : 'result'}_write(scenario, result, carom_sink_file(stdout));
  carom_${motion ? 'simulation' : 'result'}_free(result);
  carom_scenario_free(scenario);
  return 0;
}
`;
}

export function python(a: Answer): string {
  return `import carom\n\nresult = carom.${a.motion ? 'simulate' : 'solve'}(r"""\n${a.text.trim()}\n""")\nprint(result)\n`;
}

/** The path of the impact, or the samples of the motion. */
export function csv(a: Answer): string {
  if (a.motion) return a.motion.csv();
  const one = ['impulse_t1', 'impulse_t2', 'impulse_n', 'velocity_t1', 'velocity_t2', 'velocity_n'];
  const width = a.rows[0]?.length ?? 0,
    d = a.scenario.dimension,
    n = a.result!.contacts.length;
  const axes = d === 2 ? ['t', 'n'] : ['t1', 't2', 'n'],
    every = (what: string) => Array.from({ length: n }, (_, i) => axes.map((x) => `${what}_${i}_${x}`)).flat();
  const names =
    n > 1
      ? ['time', ...every('impulse'), ...every('velocity'), ...Array.from({ length: n }, (_, i) => `stored_${i}`)]
      : width === 16
        ? [
            ...one,
            'spring_t1',
            'spring_t2',
            'spring_n',
            'spring_velocity_t1',
            'spring_velocity_t2',
            'spring_velocity_n',
            'energy_normal',
            'energy_tangential',
            'friction',
            'slipping',
          ]
        : [...one, 'stored', 'friction'];
  return [names.join(','), ...a.rows.map((r) => r.join(','))].join('\n') + '\n';
}

/** A drawing of the page as a file of its own: styles that the page's sheet gives are written into it. */
export function standalone(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement,
    from = [svg, ...svg.querySelectorAll('*')],
    to = [copy, ...copy.querySelectorAll('*')];
  from.forEach((element, i) => {
    const style = getComputedStyle(element),
      wanted = [
        'fill',
        'fill-opacity',
        'stroke',
        'stroke-width',
        'stroke-dasharray',
        'stroke-linecap',
        'stroke-linejoin',
        'paint-order',
        'opacity',
        'font-size',
        'font-style',
        'font-family',
      ];
    (to[i] as SVGElement).setAttribute('style', wanted.map((key) => `${key}:${style.getPropertyValue(key)}`).join(';'));
  });
  const [, , width, height] = svg.viewBox.baseVal
    ? ['', '', svg.viewBox.baseVal.width, svg.viewBox.baseVal.height]
    : ['', '', 420, 400];
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.querySelectorAll('.grip').forEach((grip) => grip.remove());
  copy.insertAdjacentHTML(
    'afterbegin',
    `<rect width="100%" height="100%" fill="${getComputedStyle(document.body).backgroundColor}"/>`,
  );
  return new XMLSerializer().serializeToString(copy);
}

export function png(svg: SVGSVGElement): Promise<Blob> {
  const image = new Image(),
    url = URL.createObjectURL(new Blob([standalone(svg)], { type: 'image/svg+xml' }));
  return new Promise((resolve, reject) => {
    image.onload = () => {
      const canvas = document.createElement('canvas'),
        scale = 2;
      [canvas.width, canvas.height] = [image.width * scale, image.height * scale];
      canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(url);
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be made'))));
    };
    image.onerror = () => reject(new Error('the picture could not be made'));
    image.src = url;
  });
}

/** A name for a file that is saved. */
export const fileName = (base: Base, ending: string) => `${(base.id ?? 'impact').replace(/[^\w.-]+/g, '-')}.${ending}`;
