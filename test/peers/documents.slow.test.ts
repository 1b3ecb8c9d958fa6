/**
 * Tests that types in the served documents equal those that kube-apiserver serves, except for descriptions. The documents in its sources
 * lack the enums that it serves.
 */
import { describe, expect, inject, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import { type Server, startOrch, startPeer } from './servers.ts';

const peers = process.env.ORCH_PEERS;
if (peers === undefined) {
	console.warn(
		'SKIPPED: documents were not compared with those of kube-apiserver; ORCH_PEERS=DIR names the folder that `npm run peers:build -- DIR` has filled',
	);
}

/** Rows of differences.md: markers without meaning, and signals that only the node agent writes. */
const listed: readonly RegExp[] = [
	/x-kubernetes-unions$/,
	/LabelSelectorRequirement\/properties\/key\/x-kubernetes-patch-/,
	/CSIStorageCapacityList\/properties\/items\/x-kubernetes-list-/,
	/CertificateSigningRequest(Spec|Status)\/properties\/(request|certificate)\/x-kubernetes-list-type$/,
	/ContainerStatus\/properties\/stopSignal\/enum$/,
	/x-kubernetes-group-version-kind$/,
];

async function definitionsOf(server: Server): Promise<JsonObject> {
	const { body } = await server.ask('GET', '/openapi/v2', undefined, { accept: 'application/json' });
	return (body as { definitions: JsonObject }).definitions;
}

/** Returns the paths at which the documents differ. */
function differences(ours: JsonValue | undefined, theirs: JsonValue | undefined, path: string): string[] {
	if (isObject(ours) && isObject(theirs)) {
		const names = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
		return [...names].sort().flatMap((name) => {
			const isDescription = name === 'description' && typeof (ours[name] ?? theirs[name]) === 'string';
			return isDescription ? [] : differences(ours[name], theirs[name], `${path}/${name}`);
		});
	}
	return JSON.stringify(ours) === JSON.stringify(theirs) ? [] : [path];
}

function isObject(value: JsonValue | undefined): value is JsonObject {
	return value !== null && typeof value === 'object' && !Array.isArray(value);
}

describe.skipIf(peers === undefined)('against kube-apiserver', () => {
	it.each(['1.25', '1.36'])('types of %s', async (release) => {
		const peer = await startPeer(peers ?? '', release);
		const own = await startOrch(inject('built').kubernetes, release);
		try {
			const theirs = await definitionsOf(peer);
			const ours = await definitionsOf(own);
			// Leaves out the kind of the CustomResourceDefinition that the peer has.
			const names = Object.keys(theirs).filter((name) => !name.startsWith('com.example.'));
			expect(names.length).toBeGreaterThan(500);
			expect(Object.keys(ours).sort()).toEqual(names.sort());
			const found = names.flatMap((name) => differences(ours[name], theirs[name], name));
			expect(found.filter((path) => !listed.some((row) => row.test(path)))).toEqual([]);
		} finally {
			await own.stop();
			await peer.stop();
		}
	});
});
