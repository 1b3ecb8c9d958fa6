/** Secrets with a value that tests search for in the files of a data directory. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ServerProcess } from '../setup/server.ts';

export const secrets = '/api/v1/namespaces/default/secrets';
/** Value that no file may show. */
export const planted = 'PLANTED-7f3a';

/** Forms in which a file could hold the value: plain, and base64 at each of three alignments. */
const forms = [
	planted,
	...[0, 1, 2].map((shift) =>
		Buffer.from(`${'x'.repeat(shift)}${planted}`)
			.toString('base64')
			.slice(2 * shift, 12 + shift),
	),
];

/** Returns the files below a folder that show the value. */
export function filesThatShow(folder: string): string[] {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	return files
		.map(({ parentPath, name }) => join(parentPath, name))
		.filter((path) => {
			const bytes = readFileSync(path);
			return forms.some((form) => bytes.includes(form));
		});
}

/** Creates a Secret with the value in its data, keys, labels and annotations. */
export async function plant(server: ServerProcess, name: string): Promise<void> {
	const secret = {
		metadata: { name, labels: { owner: planted }, annotations: { note: planted } },
		type: `example.com/${planted}`,
		stringData: { password: planted, [planted]: 'key', long: planted.repeat(2000) },
	};
	expect((await server.call('POST', secrets, secret)).status).toBe(201);
}
