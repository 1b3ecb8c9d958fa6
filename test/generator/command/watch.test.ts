/** `orch generate --watch`: one process, from a changed spec to changed files. */
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { watchSpecs } from '../../../generator/command/watch/watch-specs.ts';
import { edited, product, shop } from '../fixture.ts';

const thing = `
kind: Thing
names: {plural: things}
scope: Namespaced
description: A thing in a folder of its own.
versions: [{name: v1, storage: true}]
schema: {type: object}
`;

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'orch-watch-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('watching', () => {
	it('generates again after a change, a mistake, a replaced file and a new folder', async () => {
		const specs = join(folder, 'specs');
		for (const { path, text } of shop) {
			await mkdir(dirname(join(specs, path)), { recursive: true });
			await writeFile(join(specs, path), text);
		}
		const file = join(specs, 'shop/product.yaml');
		let onRound = (_: boolean) => {};
		const end = new AbortController();
		/** Resolves when a round ends as wanted. A write may be seen half done, and then again. */
		const rounds = (wanted: (ok: boolean) => Promise<boolean> | boolean) =>
			new Promise<void>((resolve) => {
				onRound = async (ok) => {
					if (await wanted(ok)) resolve();
				};
			});
		const generated = async (words: string) => (await readFile(join(folder, 'out/docs.ts'), 'utf8')).includes(words);
		const first = rounds((ok) => ok);
		const done = watchSpecs({ roots: [specs], out: join(folder, 'out'), signal: end.signal, onRound: (ok) => onRound(ok) });
		try {
			await first;
			const changed = rounds(() => generated('How large it should be.'));
			await writeFile(file, edited('Size of the product.', 'How large it should be.'));
			await changed;
			const refused = rounds((ok) => !ok);
			await writeFile(file, edited('minimum: 0', 'minimun: 0'));
			await refused;
			const mended = rounds((ok) => ok);
			await writeFile(file, product);
			await mended;
			// Many editors write a temporary file and rename it over the original.
			for (const words of ['How wide it is.', 'How high it is.', 'How deep it is.', 'How far it is.']) {
				const replaced = rounds(() => generated(words));
				await writeFile(`${file}.new`, edited('Size of the product.', words));
				await rename(`${file}.new`, file);
				await replaced;
			}
			const added = rounds(() => generated('A thing in a folder of its own.'));
			await mkdir(join(specs, 'more'));
			await writeFile(join(specs, 'more/group.yaml'), 'group: more.example.com\ndescription: More.\nversions: [v1]\n');
			await writeFile(join(specs, 'more/thing.yaml'), thing);
			await added;
		} finally {
			end.abort();
			await done;
		}
	});
});
