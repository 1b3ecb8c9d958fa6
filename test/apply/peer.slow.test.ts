/** Random sequences of writes give the same result as Kubernetes' field manager after each step: object, owners, and refusals. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import { modelsOf } from './models.ts';
import { type Step, sequence } from './sequences.ts';
import { descriptors } from './types.ts';
import { World } from './world.ts';

const program = resolve(import.meta.dirname, '../clients/apply-peer');
const kinds = { 't/v1.Thing': { group: 't', version: 'v1', kind: 'Thing' }, 't/v2.Thing': { group: 't', version: 'v2', kind: 'Thing' } };

interface Outcome {
	readonly refusal?: string;
	readonly conflict?: boolean;
	readonly object: JsonObject | null;
}

/** Removes null members, which objects of declared types do not store. */
function normal(value: JsonValue): JsonValue {
	if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, normal(inner)]])));
}

function run(steps: readonly Step[]): Outcome[] {
	const world = new World({ empty: {} });
	return steps.map(({ apply, manager, object, ...options }) => {
		if (apply) world.apply(manager, object, options);
		else world.update(manager, () => normal(structuredClone(object)) as JsonObject, options);
		world.live = world.live && (normal(world.live) as JsonObject);
		const { refusal } = world;
		return { ...(refusal && { refusal: refusal.message, conflict: refusal.reason === 'Conflict' }), object: comparable(world.live) };
	});
}

/** Removes times and server-set fields, and sorts entries independently of time. */
function comparable(object: JsonObject | null | undefined): JsonObject | null {
	if (!object) return null;
	const { managedFields, uid: _, ...metadata } = object.metadata as JsonObject;
	const entries = ((managedFields ?? []) as JsonObject[]).map(({ time, ...entry }) => ({ ...entry, timed: time !== undefined }));
	const key = (entry: JsonObject): string => JSON.stringify([entry.operation, entry.manager, entry.apiVersion, entry.subresource]);
	return { ...object, metadata: { ...metadata, managedFields: entries.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)) } };
}

/** Compares only conflict messages, which name the fields in Kubernetes' words; all other refusals have our own messages. */
function told({ refusal, conflict }: Outcome): string {
	return refusal === undefined ? '' : conflict ? refusal : 'refused';
}

const go = spawnSync('go', ['version']).status === 0;
if (!go) console.warn('skipped: the comparison with Kubernetes’ field manager needs Go');

describe.skipIf(!go)('against Kubernetes’ field manager', () => {
	let folder = '';
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'orch-apply-peer-'));
		execFileSync('go', ['build', '-o', join(folder, 'peer'), '.'], { cwd: program, stdio: 'inherit' });
	}, 300_000);
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	function ask(sequences: readonly (readonly Step[])[]): Outcome[][] {
		const input = JSON.stringify({ models: modelsOf(descriptors, kinds), sequences });
		const output = execFileSync(join(folder, 'peer'), { input, maxBuffer: 2 ** 30, stdio: ['pipe', 'pipe', 'ignore'] }).toString();
		return output
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line) as Outcome[]);
	}

	it('random sequences', () => {
		const sequences = fc.sample(sequence, { numRuns: Number(process.env.APPLY_PEER_RUNS ?? 5_000), seed: Number(process.env.APPLY_PEER_SEED ?? 1) });
		const theirs = ask(sequences);
		const differing = sequences.flatMap((steps, at) => {
			const ours = run(steps);
			const peer = theirs[at] ?? [];
			const step = steps.findIndex((_, each) => {
				const [our, their] = [ours[each], peer[each]];
				return (
					our === undefined ||
					their === undefined ||
					told(our) !== told(their) ||
					JSON.stringify(sorted(our.object)) !== JSON.stringify(sorted(comparable(their.object)))
				);
			});
			if (step < 0) return [];
			const lines = [...steps.slice(0, step + 1), sorted(ours[step] as never), sorted({ ...peer[step], object: comparable(peer[step]?.object) } as never)];
			return [lines.map((part) => JSON.stringify(part)).join('\n')];
		});
		expect(
			differing,
			`${differing.length} of ${sequences.length} differ; the shortest:\n${differing
				.toSorted((a, b) => a.length - b.length)
				.slice(0, 3)
				.join('\n\n')}`,
		).toHaveLength(0);
	});
});

/** Sorts members by name, since the peer's members have no order. */
function sorted(value: JsonValue): JsonValue {
	if (value === null || typeof value !== 'object') return value;
	if (Array.isArray(value)) return value.map(sorted);
	return Object.fromEntries(
		Object.keys(value)
			.sort()
			.map((name) => [name, sorted(value[name] ?? null)]),
	);
}
