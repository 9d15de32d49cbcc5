// The lab in one file opens from the disk, without a server.
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { PAGE, openBrowser } from './kit.mjs';

test('one file: solves, maps and opens scenes', async () => {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage(),
      errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(`${pathToFileURL(join(dirname(PAGE), 'carom-lab.html'))}#scene=two-balls-plastic`);
    await page.waitForFunction(() => window.carom?.stats.ready > 0);
    assert.match(await page.textContent('#sentence'), /2 contacts at once/);
    await page.evaluate(() => carom.open('falling-rod-2-sticking-stronge'));
    await page.waitForFunction(() => carom.map().idle && carom.map().times.length > 0);
    await page.click('#engine-ask');
    await page.waitForSelector('#engine td');
    assert.deepEqual(errors, []);
  } finally {
    await browser.close();
  }
});
