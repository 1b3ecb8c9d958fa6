/** The README keeps its commands; the page of features names the served kinds. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { projectRoot } from '../../generator/command/spec-roots.ts';
import { controllers } from '../../runtime/controllers/index.ts';

const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');

describe('the README', () => {
	it.each(['npm ci && npm start', 'npm ci && npm test'])('has the command %s on a line of its own', (command) => {
		expect(readme.split('\n')).toContain(command);
	});
});

it('the guide to running a server lists each controller once, with its use together with kube-controller-manager', () => {
	const guide = readFileSync(join(projectRoot, 'docs/guide/running.md'), 'utf8');
	const [, table = ''] = /^### Beside kube-controller-manager$(.*?)^`--controllers/ms.exec(guide) ?? [];
	const named = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`(.*?)`/g)].map(([, name]) => name));
	expect(named.sort()).toEqual(controllers.map(({ name }) => name).sort());
});

it('the page of features names every built-in kind, and no other', () => {
	const features = readFileSync(join(projectRoot, 'docs/guide/features.md'), 'utf8');
	const [, served = ''] = /^\| kinds \| (.*?), and your own/m.exec(features) ?? [];
	expect(served.split(', ').sort()).toEqual(catalog.kinds.map(({ kind }) => kind).sort());
});
