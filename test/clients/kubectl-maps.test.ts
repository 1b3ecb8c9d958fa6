/** kubectl apply on a custom kind with maps of structs: prints no warnings, sends only the changes, and removes dropped entries. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patchTypes } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { bindProgram, findKubectls } from './kubectl.ts';

const newest = findKubectls().at(-1);
const root = resolve(import.meta.dirname, '../..');

const house = `
kind: House
names: {plural: houses}
scope: Namespaced
description: A thing with rooms.
versions: [{name: v1, storage: true}]
schema:
  type: object
  properties:
    spec:
      type: object
      description: What it has.
      properties:
        rooms:
          type: object
          description: Its rooms.
          additionalProperties: {type: object, typeName: Room, properties: {doors: {type: integer, description: How many doors.}}}
        anything: {type: any, description: Whatever else.}
`;

const object = (spec: object): string => JSON.stringify({ apiVersion: 'example.com/v1', kind: 'House', metadata: { name: 'mine' }, spec });

describe.skipIf(newest === undefined)('kubectl apply of maps of structs', () => {
	let folder: string;
	let server: ServerProcess;
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'orch-maps-'));
		mkdirSync(join(folder, 'specs/example'), { recursive: true });
		writeFileSync(join(folder, 'specs/example/group.yaml'), 'group: example.com\nversions: [v1]\n');
		writeFileSync(join(folder, 'specs/example/house.yaml'), house);
		execFileSync(process.execPath, [join(root, 'bin/orch.mjs'), 'build', '--specs', join(folder, 'specs'), '--out', join(folder, 'built')], {
			stdio: ['ignore', 'ignore', 'inherit'],
		});
		server = await startServer(join(folder, 'built'));
	});
	afterAll(async () => {
		await server?.remove();
		rmSync(folder, { recursive: true, force: true });
	});

	const path = '/apis/example.com/v1/namespaces/default/houses/mine';
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
			stdout: 'house.example.com/mine configured\n',
			stderr: '',
		});
		expect(await spec()).toEqual({ rooms: { hall: { doors: 3 }, cellar: { doors: 2 } }, anything: { a: { b: 2 } } });
	});
});
