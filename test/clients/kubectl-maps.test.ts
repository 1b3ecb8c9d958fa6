/** kubectl apply on a custom kind with maps of structs: prints no warnings, sends only the changes, and removes dropped entries. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { patchTypes } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { bindProgram, findKubectls } from './kubectl.ts';

const newest = findKubectls().at(-1);

const object = (spec: object): string => JSON.stringify({ apiVersion: 'maps.example.com/v1', kind: 'House', metadata: { name: 'mine' }, spec });

describe.skipIf(newest === undefined)('kubectl apply of maps of structs', () => {
	let folder: string;
	let server: ServerProcess;
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'orch-maps-'));
		server = await startServer(inject('built').extended);
	});
	afterAll(async () => {
		await server?.remove();
		rmSync(folder, { recursive: true, force: true });
	});

	const path = '/apis/maps.example.com/v1/namespaces/default/houses/mine';
	const spec = async (): Promise<unknown> => ((await server.call('GET', path)).json() as { spec: unknown }).spec;

	it('prints no warnings, applies changes and removes dropped entries', async () => {
		if (newest === undefined) throw new Error('skipped without kubectl');
		const kubectl = bindProgram(newest.path, server.kubeconfig, folder);
		const apply = (what: object) => kubectl(['apply', '-f', '-'], { input: object(what) });
		expect(await apply({ rooms: { hall: { doors: 1 }, attic: { doors: 1 } }, anything: { a: { b: 1 } } })).toMatchObject({ code: 0, stderr: '' });
		// Another client adds a room with a strategic merge patch, which the server supports too.
		const added = await server.call('PATCH', path, { spec: { rooms: { cellar: { doors: 2 } } } }, patchTypes.strategic);
		expect(added.status).toBe(200);
		expect(await apply({ rooms: { hall: { doors: 3 } }, anything: { a: { b: 2 } } })).toEqual({
			code: 0,
			stdout: 'house.maps.example.com/mine configured\n',
			stderr: '',
		});
		expect(await spec()).toEqual({ rooms: { hall: { doors: 3 }, cellar: { doors: 2 } }, anything: { a: { b: 2 } } });
	});
});
