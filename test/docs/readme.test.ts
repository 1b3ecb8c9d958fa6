/** What the first page says is there is what is served. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { projectRoot } from '../../generator/command/spec-roots.ts';

const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');

it('names every built-in kind, and none that is not served', () => {
	const [, there = ''] = /^\| kinds \| (.*?), and your own/m.exec(readme) ?? [];
	expect(there.split(', ').sort()).toEqual(catalog.kinds.map(({ kind }) => kind).sort());
});
