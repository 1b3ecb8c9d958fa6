/** kube-apiserver and this server take and refuse the same objects of random definitions, and make the same of them. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { namespace, type Reply, type Server, startOrch, startPeer } from '../peers/servers.ts';
import type { Loose } from '../setup/loose.ts';
import { seedOfCommit, tries } from '../setup/sample.ts';
import { Random, randomSchema, randomValue } from './random-schemas.ts';

const peers = process.env.ORCH_PEERS;
if (peers === undefined) console.warn('SKIPPED: no random definition was shown to kube-apiserver; ORCH_PEERS=DIR names the folder with its binaries');

const release = '1.36';
const group = 'rand.example.com';
const json = { 'content-type': 'application/json' };
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const counts = { definitions: tries({ sample: 30, full: 1000 }), objects: tries({ sample: 20, full: 20 }) };
/** kube-apiserver delays creates of a kind for 2 s after it is established. */
const establishedMs = 3_000;

interface RandomKind {
	readonly name: string;
	readonly schema: Loose;
	readonly random: Random;
}

function definitionOf({ name, schema }: RandomKind): Loose {
	const names = { plural: name, singular: name, kind: name.toUpperCase(), listKind: `${name.toUpperCase()}List` };
	const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }];
	const metadata = { name: `${name}.${group}` };
	return { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata, spec: { group, scope: 'Namespaced', names, versions } };
}

/** Returns what clients act on. Keys of maps stand in brackets here, and behind a dot there. */
function essence({ status, body, warnings }: Reply): Loose {
	const { spec, details } = body as Loose;
	if (status === 201) return { status, spec, warnings: warnings.length };
	const causes: string[] = (details?.causes ?? []).map(({ reason, field }: Loose) => `${reason} ${String(field).replace(/\[([a-z]+)\]/g, '.$1')}`);
	return { status, causes: [...new Set(causes)].sort() };
}

/** Reports whether kube-apiserver is known to answer otherwise: it counts an entry of the wrong type twice, and some numbers that are no integers. */
function isKnown(theirs: Loose): boolean {
	const causes: readonly Loose[] = theirs.details?.causes ?? [];
	return causes.some(({ message }) => /must be an object for an array of list-type map|must be of type integer (with|\(default) format/.test(message));
}

describe.skipIf(peers === undefined)('random definitions', () => {
	const servers: { ours?: Server; theirs?: Server } = {};
	const both = (path: string, content: Loose): Promise<[Reply, Reply]> => {
		const { ours, theirs } = servers as Required<typeof servers>;
		return Promise.all([ours.ask('POST', path, JSON.stringify(content), json), theirs.ask('POST', path, JSON.stringify(content), json)]);
	};
	beforeAll(async () => {
		servers.ours = await startOrch(inject('built').kubernetes, release);
		servers.theirs = await startPeer(peers ?? '', release);
	}, 240_000);
	afterAll(async () => {
		await servers.ours?.stop();
		await servers.theirs?.stop();
	});

	it('are taken or refused, and so are their objects', { timeout: 1_200_000 }, async () => {
		const different: Loose[] = [];
		const kinds: RandomKind[] = [];
		for (let index = 0; index < counts.definitions; index++) {
			const random = new Random(seedOfCommit() + index);
			const kind = { name: `r${index}s`, schema: randomSchema(random), random };
			const [ours, theirs] = await both(definitions, definitionOf(kind));
			if (ours.status !== theirs.status) different.push({ schema: kind.schema, ours: ours.body, theirs: theirs.body });
			else if (ours.status === 201) kinds.push(kind);
		}
		await pause(establishedMs);
		for (let index = 0; index < counts.objects; index++)
			await Promise.all(
				kinds.map(async ({ name, schema, random }) => {
					const mode = random.of(['Ignore', 'Warn', 'Strict']);
					const path = `/apis/${group}/v1/namespaces/${namespace}/${name}?dryRun=All&fieldValidation=${mode}`;
					const spec = randomValue(random, schema.properties.spec);
					const [ours, theirs] = await both(path, { apiVersion: `${group}/v1`, kind: name.toUpperCase(), metadata: { name: 'one' }, spec });
					const isSame = expect.objectContaining(essence(theirs)).asymmetricMatch(essence(ours));
					if (!isSame && !isKnown(theirs.body)) different.push({ schema: schema.properties.spec, spec, mode, ours: ours.body, theirs: theirs.body });
				}),
			);
		expect(kinds.length).toBeGreaterThan(counts.definitions / 2);
		expect(different).toEqual([]);
	});
});
