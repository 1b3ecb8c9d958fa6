/** Merge markers of a CustomResourceDefinition (seed 1, "Merge strategy") determine ownership after import, build and serving. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expecting, type Loose } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const root = resolve(import.meta.dirname, '../..');
const group = 'peers.example.com';
const applyType = { 'content-type': 'application/apply-patch+yaml' };
const things = `/apis/${group}/v1/namespaces/default/things`;

/** Applied spec by manager. */
type Applied = Readonly<Record<string, object>>;

interface Case {
	readonly applied: readonly Applied[];
	/** Conflicting fields of the last apply, when it conflicts. */
	readonly conflicts?: readonly string[];
	/** Final spec. */
	readonly spec: object;
	/** Owned fields below `f:spec` by manager. */
	readonly owned: Readonly<Record<string, object>>;
}

const cases: Readonly<Record<string, Case>> = {
	'entries of a list by key, with a default in the key, belong to who applies them': {
		applied: [
			{ one: { ports: [{ port: 80, name: 'web' }] } },
			{ two: { ports: [{ port: 80, protocol: 'UDP', name: 'quick' }, { port: 443 }] } },
			{ one: { ports: [{ port: 80, name: 'http' }] } },
		],
		spec: {
			ports: [
				{ port: 80, protocol: 'TCP', name: 'http' },
				{ port: 80, protocol: 'UDP', name: 'quick' },
				{ port: 443, protocol: 'TCP' },
			],
		},
		owned: {
			one: { 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {}, 'f:name': {} } } },
			two: {
				'f:ports': {
					'k:{"port":80,"protocol":"UDP"}': { '.': {}, 'f:port': {}, 'f:protocol': {}, 'f:name': {} },
					'k:{"port":443,"protocol":"TCP"}': { '.': {}, 'f:port': {} },
				},
			},
		},
	},
	'a field of an entry that somebody else owns is a conflict, by its key': {
		applied: [{ one: { ports: [{ port: 80, name: 'web' }] } }, { two: { ports: [{ port: 80, name: 'http' }] } }],
		conflicts: ['.spec.ports[port=80,protocol="TCP"].name'],
		spec: { ports: [{ port: 80, protocol: 'TCP', name: 'web' }] },
		owned: { one: { 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {}, 'f:name': {} } } } },
	},
	'values of a set are added, shared, and go with the last who has them': {
		applied: [{ one: { tags: ['a', 'b'] } }, { two: { tags: ['b', 'c'] } }, { one: { tags: ['d'] } }],
		spec: { tags: ['b', 'c', 'd'] },
		owned: { one: { 'f:tags': { 'v:"d"': {} } }, two: { 'f:tags': { 'v:"b"': {}, 'v:"c"': {} } } },
	},
	'a list without a marker is one value': {
		applied: [{ one: { args: ['a'] } }, { two: { args: ['b'] } }],
		conflicts: ['.spec.args'],
		spec: { args: ['a'] },
		owned: { one: { 'f:args': {} } },
	},
	'an atomic map is one value, and so is an atomic struct': {
		applied: [{ one: { atomicMap: { a: '1' }, selector: { key: 'a' } } }, { two: { atomicMap: { b: '2' }, selector: { values: ['b'] } } }],
		conflicts: ['.spec.atomicMap', '.spec.selector'],
		spec: { atomicMap: { a: '1' }, selector: { key: 'a' } },
		owned: { one: { 'f:atomicMap': {}, 'f:selector': {} } },
	},
	'keys of other maps, and of structs in them, are owned each by itself': {
		applied: [{ one: { settings: { a: '1' }, mapOfStructs: { x: { a: '1' } } } }, { two: { settings: { b: '2' }, mapOfStructs: { x: { b: '2' } } } }],
		spec: { settings: { a: '1', b: '2' }, mapOfStructs: { x: { a: '1', b: '2' } } },
		owned: {
			one: { 'f:settings': { 'f:a': {} }, 'f:mapOfStructs': { 'f:x': { '.': {}, 'f:a': {} } } },
			two: { 'f:settings': { 'f:b': {} }, 'f:mapOfStructs': { 'f:x': { '.': {}, 'f:b': {} } } },
		},
	},
	'where a schema leaves off, keys are fields and lists are one value': {
		applied: [{ one: { open: { known: 'a', other: { deep: 1 } } } }, { two: { open: { other: { deeper: [1] } } } }],
		spec: { open: { known: 'a', other: { deep: 1, deeper: [1] } } },
		owned: { one: { 'f:open': { 'f:known': {}, 'f:other': { '.': {}, 'f:deep': {} } } }, two: { 'f:open': { 'f:other': { '.': {}, 'f:deeper': {} } } } },
	},
};

describe('markers of an imported CustomResourceDefinition', () => {
	const scratch = mkdtempSync(join(tmpdir(), 'orch-markers-'));
	let server: ServerProcess;
	const expectStatus = expecting(() => server);

	beforeAll(async () => {
		const orch = (...words: readonly string[]) =>
			execFileSync(process.execPath, [join(root, 'bin/orch.mjs'), ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
		orch('import', 'crd', join(root, 'test/peers/thing-crd.yaml'), '--out', join(scratch, 'specs'));
		orch('build', '--specs', join(scratch, 'specs'), '--vocabulary', 'kubernetes', '--out', join(scratch, 'built'));
		server = await startServer(join(scratch, 'built'), { flags: ['--controllers', '-*'] });
	}, 120_000);
	afterAll(async () => {
		await server?.remove();
		rmSync(scratch, { recursive: true, force: true });
	});

	it.each(Object.entries(cases))('%s', async (title, { applied, conflicts, spec, owned }) => {
		const name = title
			.replaceAll(/[^a-z]+/g, '-')
			.slice(0, 40)
			.replace(/-$/, '');
		const path = `${things}/${name}`;
		for (const [at, each] of applied.entries()) {
			const [manager, given] = Object.entries(each)[0] as [string, object];
			const object = { apiVersion: `${group}/v1`, kind: 'Thing', metadata: { name }, spec: given };
			const isRefused = conflicts !== undefined && at === applied.length - 1;
			const status = isRefused ? 409 : at === 0 ? 201 : 200;
			const answer = await expectStatus(status, 'PATCH', `${path}?fieldManager=${manager}`, object, applyType);
			if (isRefused) expect(answer.details.causes.map(({ field }: Loose) => field)).toEqual(conflicts);
		}
		const { spec: stored, metadata } = await expectStatus(200, 'GET', path);
		// The default of another field.
		expect(stored).toEqual({ level: 'low', ...spec });
		const owners = metadata.managedFields.map(({ manager, fieldsV1 }: Loose) => [manager, fieldsV1['f:spec']]);
		expect(Object.fromEntries(owners)).toEqual(owned);
	});
});
