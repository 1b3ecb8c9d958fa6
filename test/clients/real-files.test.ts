/** ConfigMaps and Secrets with real files of the machine, text and binary, are read back unchanged. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { isText, realFiles, realObject } from '../setup/real-files.ts';
import { type SharedServer, sharedServer } from '../setup/shared-server.ts';

const wanted = 240;

let server: SharedServer;
beforeAll(async () => {
	server = await sharedServer({ namespace: 'files' });
});

describe('real files', () => {
	const files = realFiles(200_000, wanted);

	it('finds enough files, including binary ones', () => {
		expect(files.length).toBeGreaterThan(200);
		expect(files.filter((path) => !isText(readFileSync(path))).length).toBeGreaterThan(20);
	});

	it('stores each in a ConfigMap or a Secret and gives it back, then deletes them all', async () => {
		const objects = files.map((path, index) => realObject(path, readFileSync(path), index));
		for (const { path, name, body } of objects) {
			const made = await server.call('POST', `/api/v1/namespaces/files/${path}`, body);
			expect({ name, status: made.status, text: made.status === 201 ? '' : made.text }).toEqual({ name, status: 201, text: '' });
			const back = (await server.call('GET', `/api/v1/namespaces/files/${path}/${name}`)).json() as Loose;
			expect({ data: back.data, binaryData: back.binaryData }).toEqual({ data: body.data, binaryData: body.binaryData });
		}
		for (const path of ['secrets', 'configmaps']) {
			expect((await server.call('DELETE', `/api/v1/namespaces/files/${path}`)).status).toBe(200);
			const left = ((await server.call('GET', `/api/v1/namespaces/files/${path}`)).json() as Loose).items;
			expect(left.map((item: Loose) => item.metadata.name).filter((name: string) => name.startsWith('file-'))).toEqual([]);
		}
	});
});
