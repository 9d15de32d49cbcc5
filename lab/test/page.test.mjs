// Drives the built page in chromium and compares what it shows with the program. Times are printed, not judged.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { PAGE, ROOT, openBrowser, program, scenes, serve } from './kit.mjs';

/** Bytes, compressed, of all that is loaded before the page is ready. */
const BUDGET = 300_000;
const SHOTS = process.env.CAROM_SHOTS;
const errors = [];
let server, browser, page;

before(async () => {
  server = await serve(PAGE);
  browser = await openBrowser();
  page = await openPage({ viewport: { width: 1280, height: 900 } });
});
after(async () => {
  await browser?.close();
  server?.close();
});

async function openPage(options) {
  const opened = await browser.newPage(options);
  opened.on('pageerror', (error) => errors.push(String(error)));
  opened.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return opened;
}

async function go(where, on = page) {
  await on.goto('about:blank');
  await on.goto(server.url + where);
  await on.waitForFunction(() => window.carom?.stats.ready > 0);
}

const settle = (on = page) =>
  on.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const quiet = (on = page) => on.waitForTimeout(450);
const scenario = (on = page) => on.evaluate(() => carom.scenario());
const result = (on = page) => on.evaluate(() => carom.result());
const sentence = (on = page) => on.textContent('#sentence');
const solved = (text) => program([JSON.parse(text).contacts ? 'solve' : 'simulate', '--json'], text);
const centre = async (locator) => {
  const box = await locator.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

test('opens with a story, below the budget, and says what happened', async () => {
  const loaded = [];
  page.on('response', (response) => loaded.push(new URL(response.url()).pathname.slice(1) || 'index.html'));
  await go('');
  const names = [...new Set(loaded)].filter((name) => name !== 'offline.js' && name !== 'scenes.json');
  const size = names.reduce((sum, name) => sum + gzipSync(readFileSync(join(PAGE, name)), { level: 9 }).length, 0);
  console.log(
    `ready after ${(await page.evaluate(() => carom.stats.ready)).toFixed(0)} ms; ${size} bytes compressed: ${names.join(' ')}`,
  );
  assert.ok(names.includes('carom.wasm.lzma') && names.includes('main.js'));
  assert.ok(size < BUDGET, `${size} bytes`);
  assert.match(await sentence(), /rod meets floor/);
  assert.equal(await scenario(), readFileSync(join(ROOT, 'scenes', 'falling-rod-2-newton-elastic.json'), 'utf8'));
});

// The other tests hand the page's own scenario to the program; this one would notice a page that shows a wrong one.
test('every scene opens, is the file of the repository, and has the answer of the program', async () => {
  for (const { id, text } of scenes()) {
    await page.evaluate((name) => carom.open(name), id);
    assert.equal(await scenario(), text, id);
    assert.equal(await result(), solved(text), id);
    assert.ok(await page.isHidden('#error'), id);
  }
});

test('a drag of 120 moves ends with the answer of the program', async () => {
  await go('#scene=falling-rod-2-sticking-stronge');
  for (const grip of ['.grip.tip', '.grip.spin', '.grip.turn', '.grip.contact']) {
    const was = await scenario(),
      [x, y] = await centre(page.locator(grip).first());
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let i = 1; i <= 120; ++i) await page.mouse.move(x - 0.3 * i, y + 12 * Math.sin(i / 12) - 0.1 * i);
    await page.mouse.up();
    await settle();
    const text = await scenario();
    assert.notEqual(text, was, grip);
    assert.equal(await result(), solved(text), grip);
  }
  const frames = await page.evaluate(() => [...carom.stats.frames].sort((a, b) => a - b));
  console.log(
    `${frames.length} frames: median ${frames[frames.length >> 1].toFixed(1)} ms, 95 % below ${frames[Math.floor(0.95 * frames.length)].toFixed(1)} ms`,
  );
});

test('a body in space turns about its contact, and spins in its own axes', async () => {
  await go('#scene=pencil-on-its-tip');
  const state = async () => {
    const { bodies, contacts } = JSON.parse(await scenario()),
      arm = bodies.pencil.position.map((x, i) => x - contacts[0].point[i]);
    return { ...bodies.pencil, reach: Math.hypot(...arm) };
  };
  const was = await state();
  await page.locator('.grip.turn').press('Shift+ArrowRight');
  await settle();
  const turned = await state();
  assert.equal(turned.orientation.quaternion.length, 4);
  assert.ok(Math.abs(turned.reach - was.reach) < 1e-3 * was.reach);
  assert.notDeepEqual(turned.position, was.position);
  assert.equal(await result(), solved(await scenario()));
  // The spin is given in the body's axes: what changes in the world is the part that the picture shows, and no other.
  const spin = () => page.locator('.grip.spin').getAttribute('aria-valuenow').then(Number),
    before = await spin();
  await page.locator('.grip.spin').press('Shift+ArrowLeft');
  await settle();
  assert.ok((await spin()) > before);
  assert.equal(await result(), solved(await scenario()));
});

test('a mechanism has its velocities to change; surfaces that are alike are changed together', async () => {
  await go('#scene=double-pendulum-first-impact');
  const velocity = page.locator('#controls input[type=number][data-path="mechanism.velocity.1"]');
  await velocity.fill('-5');
  await velocity.press('Enter');
  await settle();
  assert.equal(JSON.parse(await scenario()).mechanism.velocity[1], -5);
  assert.equal(await result(), solved(await scenario()));
  await go('#scene=box-on-four-corners');
  await page.locator('#controls input[type=number]').first().fill('0.7');
  await settle();
  assert.deepEqual(
    JSON.parse(await scenario()).contacts.map((c) => c.mu),
    [0.7, 0.7, 0.7, 0.7],
  );
  await page.waitForFunction(() => /box–floor 4/.test(document.getElementById('events').textContent));
});

test('what has nothing to say stands aside, but not where it was embedded', async () => {
  const shown = () =>
    page.evaluate(() => ['why', 'laws', 'engine'].filter((p) => document.querySelector(`[data-part=${p}]`).offsetParent));
  for (const [id, parts] of [
    ['falling-rod-3-sliding', ['why', 'laws', 'engine']],
    ['bat-and-ball', ['why', 'laws']],
    ['superball-bounce', ['why']],
    ['motion/double-pendulum', []],
  ]) {
    await go(`#scene=${id}`);
    assert.deepEqual(await shown(), parts, id);
  }
  await go('?view=laws#scene=superball-bounce');
  await page.waitForFunction(() => /Stronge’s alone/.test(document.getElementById('laws').textContent));
});

test('a long run follows where the hand rests; what is refused leaves the last that was run', async () => {
  await go('#scene=motion/dominoes');
  const was = await scenario(),
    [x, y] = await centre(page.locator('.grip.tip').first());
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 12; ++i) await page.mouse.move(x + i, y);
  await page.mouse.up();
  await settle();
  const text = await scenario();
  assert.notEqual(text, was);
  assert.equal(await result(), solved(text));
  // The cue ball is dragged upon the rack, and let rest there.
  await go('#scene=table/nine-ball-break');
  const ball = page.locator('.grip.ball').first(),
    rack = page.locator('.grip.ball').last(),
    [from, to] = [await centre(ball), await centre(rack)];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 5 });
  await page.mouse.up();
  await settle();
  assert.ok(await page.isVisible('#error'));
  assert.equal(await result(), solved(await scenario()));
});

test('on the table balls, stroke, offset and elevation are dragged; events are sentences', async () => {
  await go('#scene=table/stop-shot');
  for (const grip of ['.grip.ball', '.grip.tip', '.grip.contact', '.grip.turn']) {
    const was = await scenario(),
      [x, y] = await centre(page.locator(grip).first());
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let i = 1; i <= 40; ++i) await page.mouse.move(x - 0.2 * i, y - 6 * Math.sin(i / 12) - 0.2 * i);
    await page.mouse.up();
    await settle();
    const text = await scenario();
    assert.notEqual(text, was, grip);
    assert.equal(await result(), solved(text), grip);
    assert.ok(await page.isHidden('#error'), grip);
  }
  const place = async () => JSON.parse(await scenario()).bodies['cue ball'].position[0],
    before = await place();
  // By its name: JavaScript puts the ball called "1" before all that are no numbers.
  await page.locator('.grip.ball[aria-label="place of cue ball"]').press('Shift+ArrowRight');
  await quiet();
  assert.ok((await place()) > before, await page.textContent('#error'));
  const words = await page.locator('#events li').allTextContents();
  assert.match(words[0], /The cue strikes cue ball/);
  const moments = JSON.parse(await result()).impacts.map((i) => i.time);
  await page.locator('#events button').last().click();
  const shown = Number((await page.textContent('#readout')).match(/t = ([\d.]+)/)[1]);
  assert.ok(
    moments.some((t) => Math.abs(t - shown) < 1e-3 * shown),
    `${shown} s is no impact`,
  );
  // A ball upon another is refused by carom, and the last good state stays.
  const good = await scenario();
  await page.evaluate(() => carom.set('bodies.1.position', JSON.parse(carom.scenario()).bodies['cue ball'].position));
  await settle();
  assert.match(await page.textContent('#error'), /overlap|touch|inside|apart/);
  assert.equal(await scenario(), good);
});

test('a link brings the state back; so does one of a text that is no scene', async () => {
  await quiet();
  for (const prepare of [
    async () => {},
    () => page.evaluate(() => carom.load(carom.scenario().replace('Falling', 'My falling'))),
  ]) {
    await prepare();
    await quiet();
    const other = await openPage({ viewport: { width: 900, height: 800 } });
    await other.goto(page.url());
    await other.waitForFunction(() => window.carom?.stats.ready > 0);
    assert.equal(await scenario(other), await scenario());
    assert.equal(await result(other), await result());
    await other.close();
  }
  assert.match(page.url(), /#s=/);
});

test('keys move every handle and the cross, with Shift further', async () => {
  await go('#scene=falling-rod-2-sticking-stronge');
  const speed = async () => JSON.parse(await scenario()).bodies.rod.velocity[0],
    was = await speed();
  await page.focus('.grip.tip');
  await page.keyboard.press('ArrowRight');
  await settle();
  const fine = (await speed()) - was;
  await page.keyboard.press('Shift+ArrowRight');
  await settle();
  assert.ok(fine > 0 && (await speed()) - was > 5 * fine);
  await page.focus('#map');
  const mu = JSON.parse(await scenario()).contacts[0].mu;
  await page.keyboard.press('ArrowLeft');
  await settle();
  assert.ok(JSON.parse(await scenario()).contacts[0].mu < mu);
});

test('a click in the map sets what the program confirms, and hovering says the same word', async () => {
  await go('#scene=falling-rod-3-sliding');
  await page.waitForFunction(() => carom.map().idle && carom.map().times.some(([, points]) => points === 40000));
  const box = await page.locator('#map').boundingBox();
  for (const [x, y] of [
    [0.1, 0.5],
    [0.42, 0.2],
    [0.9, 0.8],
  ]) {
    await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
    const said = (await page.textContent('#map-readout')).split(': ')[1];
    await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
    await settle();
    const want = JSON.parse(solved(await scenario()));
    assert.equal(JSON.parse(await result()).contacts[0].mode, want.contacts[0].mode);
    assert.equal(said, want.contacts[0].mode);
  }
  const times = await page.evaluate(() =>
    carom
      .map()
      .times.filter(([, points]) => points === 40000)
      .map(([ms]) => ms),
  );
  console.log(`map of 200 x 200: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`);
});

test('maps of several contacts and of motions become finer; hovering runs the motion right there', async () => {
  for (const id of ['two-balls-plastic', 'motion/double-pendulum']) {
    await go(`#scene=${id}`);
    await page.waitForFunction(() => carom.map().idle && carom.map().times.length > 1);
    const points = await page.evaluate(() => carom.map().times.map(([, n]) => n));
    console.log(`${id}: maps of ${points.map((n) => `${Math.sqrt(n)}²`).join(', ')} points`);
    assert.ok(points.every((n, i) => i === 0 || n > points[i - 1]));
  }
  const box = await page.evaluate(() => document.getElementById('map').getBoundingClientRect().toJSON()),
    [x, y] = [Math.round(box.left + 0.3 * box.width), Math.round(box.top + 0.6 * box.height)];
  await page.mouse.move(x, y);
  await page.waitForTimeout(500);
  const said = (await page.textContent('#map-readout')).split(': ')[1],
    sets = { mu: (1.5 * (x - box.left)) / box.width, e: 1 - (y - box.top) / box.height };
  const args = Object.entries(sets).flatMap(([key, v]) => ['--set', `motion.planes.0.surface.${key}=${v}`]);
  const run = JSON.parse(program(['simulate', '--json', ...args], await scenario()));
  assert.equal(Number(said), run.impacts.length);
});

test('any path can be an axis or be shown; a wrong one is answered with carom’s sentence', async () => {
  await go('#scene=falling-rod-3-sliding');
  const fill = async (id, value) => {
    await page.fill(id, value);
    await page.dispatchEvent(id, 'change');
  };
  await fill('#map-show', 'energy.chnge');
  assert.match(await page.textContent('#map-readout'), /energy\.change/);
  await fill('#map-show', 'energy.change');
  await fill('#map-x', 'bodies.rod.velocity.0');
  await page.waitForFunction(() => carom.map().idle);
  assert.match(await page.textContent('#map-axes'), /bodies\.rod\.velocity\.0/);
});

test('what is broken shows carom’s sentence and changes nothing', async () => {
  await go('#scene=falling-rod-2-sticking-stronge');
  const was = await scenario();
  for (const [text, words] of [
    ['{"carom": 1,', /Line 1/],
    [was.replace('"mass": 1', '"mass": -1'), /mass/],
    ['hello', /./],
  ]) {
    await page.evaluate((broken) => carom.load(broken), text);
    assert.ok(await page.isVisible('#error'));
    const said = await page.textContent('#error'),
      want = JSON.parse(program(['solve', '--json'], text)).error.message;
    assert.match(said, words);
    assert.ok(said.includes(want), `${said} has not ${want}`);
    assert.equal(await scenario(), was);
  }
  await page.evaluate(() => {
    location.hash = '#s=AAAA';
  });
  await page.waitForFunction(() => document.getElementById('error').textContent.includes('broken'));
  await page.evaluate(() => {
    location.hash = '#scene=no-such-scene';
  });
  await page.waitForFunction(() => document.getElementById('error').textContent.includes('no-such-scene'));
  assert.equal(await scenario(), was);
  await page.evaluate(() => carom.set('contacts.0.mu', -3));
  await settle();
  assert.match(await page.textContent('#error'), /mu/);
  assert.equal(await scenario(), was);
});

test('memory stays the same over 20,000 changes', async () => {
  await go('#scene=falling-rod-2-sticking-stronge');
  const change = (count) =>
    page.evaluate(async (n) => {
      const text = carom.scenario();
      for (let i = 0; i < n; ++i) carom.solve(text.replace('"mu": 0.9', `"mu": ${((i % 997) / 700).toFixed(4)}`));
      return carom.memory();
    }, count);
  const was = await change(2000);
  assert.equal(await change(20000), was);
});

test('the engine beside it gains energy where carom does not', async () => {
  await go('#scene=falling-rod-2-sticking-stronge&contacts.0.e=1');
  await page.click('#engine-ask');
  await page.waitForSelector('#engine td');
  const cells = await page.locator('#engine tbody tr').allTextContents();
  console.log(cells.join(' | '));
  assert.match(cells[1], /planck/);
  assert.match(cells[1], /\(\+0\.11/);
  assert.match(cells[0], /\(−/);
});

test('stories, laws, why, take-away and embedding', async () => {
  for (const id of ['rod', 'superball', 'masse']) {
    await go(`#story=${id}`);
    assert.ok(await page.isVisible('#story'), id);
    for (const button of await page.locator('#story button').all())
      if (!/engine|Play|Walk/.test(await button.textContent())) await button.click();
    await quiet();
    assert.ok(await page.isHidden('#error'), id);
    assert.ok((await page.locator('#why li').count()) > 0, id);
  }
  await go('#story=rod');
  await quiet();
  assert.match((await page.locator('#laws tbody tr').allTextContents()).join(), /Newton.*gained/);
  for (const words of ['Copy link', 'Copy scenario', 'Copy command', 'Copy C', 'Copy Python']) {
    await page.click(`text=${words}`);
    await settle();
    assert.ok((await page.inputValue('#taken')).length > 20, words);
  }
  for (const [words, ending] of [
    ['Save SVG', 'svg'],
    ['Save PNG', 'png'],
    ['Save CSV', 'csv'],
  ]) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`text=${words}`)]);
    assert.ok(download.suggestedFilename().endsWith(ending));
  }
  await go('?view=diagram,map#scene=falling-rod-2-sticking-stronge');
  assert.ok((await page.isVisible('#view')) && (await page.isVisible('#map')) && !(await page.isVisible('#scene')));
  await page.evaluate(() => window.postMessage({ set: { 'contacts.0.mu': 0.123 } }, '*'));
  await page.waitForFunction(() => JSON.parse(carom.scenario()).contacts[0].mu === 0.123);
});

test('works without a network once it was open', async () => {
  const context = await browser.newContext(),
    first = await context.newPage();
  await first.goto(server.url);
  await first.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));
  await first.waitForTimeout(500);
  await context.setOffline(true);
  await first.goto(`${server.url}#scene=bat-and-ball`);
  await first.reload();
  await first.waitForFunction(() => window.carom?.stats.ready > 0);
  assert.match(await first.textContent('#sentence'), /ball meets bat/);
  await context.close();
});

const VIEWS = {
  planar: 'falling-rod-2-sticking-stronge',
  spatial: 'bat-and-ball',
  compliant: 'superball-bounce',
  several: 'two-balls-plastic',
  mechanism: 'double-pendulum-first-impact',
  many: 'cradle-5-hertz',
  motion: 'motion/double-pendulum',
  cloth: 'motion/masse-shot',
  table: 'table/masse',
};
/** Views that axe reads: one of an impact, and those of motions. */
const READ = new Set(['planar', 'motion', 'table']);

test('axe finds nothing, on desk and phone, light and dark; pictures of every view', async () => {
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
  for (const [form, width, height] of [
    ['desk', 1440, 900],
    ['phone', 390, 844],
  ])
    for (const colorScheme of ['light', 'dark']) {
      const looked = await openPage({ viewport: { width, height }, colorScheme });
      for (const [name, id] of Object.entries(VIEWS)) {
        await go(`#scene=${id}`, looked);
        await quiet(looked);
        assert.ok((await looked.locator('#view svg path').count()) > 3, name);
        const wide = await looked.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${name} on a ${form} is ${wide} px too wide`);
        if (SHOTS)
          await looked.screenshot({
            path: join(SHOTS, `${name}-${form}-${colorScheme}.png`),
            fullPage: form === 'phone',
          });
        if (!READ.has(name)) continue;
        await looked.addScriptTag({ path: axe });
        const found = await looked.evaluate(async () =>
          (await window.axe.run()).violations.map((v) => `${v.impact} ${v.id}: ${v.nodes.map((n) => n.target).join()}`),
        );
        assert.deepEqual(found, [], `${name}, ${form}, ${colorScheme}`);
      }
      await looked.close();
    }
});

test('no error was written on the way', () => {
  assert.deepEqual(errors, []);
  assert.ok(readdirSync(PAGE).includes('offline.js'));
});
