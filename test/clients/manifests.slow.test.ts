/**
 * Real manifests, old and new, through kubectl at 1.25 and 1.36. Manifests of served versions are applied client side and server side, and
 * read back without loss. The others are refused with the messages that kubectl users know. The expectations come from kube-apiserver
 * 1.25.16 and 1.36.0.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { bindProgram, findKubectls, type Run } from './kubectl.ts';
import { lost, type Manifest, manifestFolder, manifests, manifestsAreThere, namespace } from './manifests.ts';

const [kubectl] = findKubectls().slice(-1);
if (!manifestsAreThere) console.warn(`SKIPPED: there is no ${manifestFolder}`);

/** Versions that neither release serves, of kinds that older releases served; kubectl finds no resource for them. */
const goneVersions: ReadonlySet<string> = new Set([
	'admissionregistration.k8s.io/v1alpha1 InitializerConfiguration',
	'extensions/v1beta1 DaemonSet',
	'policy/v1beta1 PodDisruptionBudget',
	'policy/v1beta1 PodSecurityPolicy',
	'storage.k8s.io/v1beta1 StorageClass',
]);

/** Manifests that Kubernetes refuses, with part of the message client side and server side. */
const refusals: Readonly<Record<string, readonly [string, string]>> = {
	'_archived/sysdig-cloud/sysdig-rc.yaml#0': ['spec.selector: Required value', 'spec.selector: Required value'],
	'_archived/volumes/aws_ebs/aws-ebs-web.yaml#0': ['Unsupported value: "tcp": supported values: "SCTP", "TCP", "UDP"', 'Unsupported value: "tcp"'],
	'_archived/volumes/cinder/cinder-web.yaml#0': ['Unsupported value: "tcp": supported values: "SCTP", "TCP", "UDP"', 'Unsupported value: "tcp"'],
	'_archived/volumes/fibre_channel/fc.yaml#0': ['json: cannot unmarshal string into Go struct field', '.fc.lun: expected numeric (int or float), got'],
	'_archived/volumes/rbd/rbd.yaml#0': [
		'unknown field "spec.volumes[0].rbd.imagefeatures", unknown field "spec.volumes[0].rbd.imageformat"',
		'.rbd.imagefeatures: field not declared in schema',
	],
	'_archived/volumes/scaleio/pod.yaml#0': [
		'unknown field "spec.volumes[0].scaleIO.protectionDoamin"',
		'.scaleIO.protectionDoamin: field not declared in schema',
	],
	'_archived/volumes/storageos/storageos-pod.yaml#0': ['unknown field "spec.volumes[0].storageos.pool"', '.storageos.pool: field not declared in schema'],
	'_archived/volumes/storageos/storageos-pv.yaml#0': ['unknown field "spec.storageos.secretName"', '.spec.storageos.secretName: field not declared in schema'],
};

const all = manifests();
const keyOf = ({ object }: Manifest): string => `${object.apiVersion} ${object.kind}`;
const isGone = (manifest: Manifest): boolean => goneVersions.has(keyOf(manifest));

describe.skipIf(kubectl === undefined || !manifestsAreThere)('real manifests', () => {
	let folder: string;
	let files: string;
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'orch-manifests-'));
		files = join(folder, 'files');
		mkdirSync(files);
		for (const { name, object } of all) writeFileSync(join(files, `${name}.json`), JSON.stringify(object));
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it('cover every removed version and every listed refusal', () => {
		expect(all.length).toBeGreaterThan(200);
		expect([...goneVersions].filter((key) => !all.some((manifest) => keyOf(manifest) === key))).toEqual([]);
		expect(Object.keys(refusals).filter((from) => !all.some((manifest) => manifest.from === from))).toEqual([]);
	});

	describe.each(['1.25', '1.36'])('for release %s', (release) => {
		let server: ServerProcess;
		let run: (args: readonly string[]) => Promise<Run>;
		beforeAll(async () => {
			if (kubectl === undefined) throw new Error('there is no kubectl');
			server = await startServer(inject('built').kubernetes, { flags: ['--emulated-version', release, '--allow-privileged'] });
			run = (args) => bindProgram(kubectl.path, server.kubeconfig, folder)(args, { timeoutMs: 300_000 });
		});
		afterAll(() => server?.remove());

		it.each([
			['client side', [], 'created', 0],
			['server side', ['--server-side'], 'serverside-applied', 1],
		] as const)('applied %s', async (_, how, word, side) => {
			await run(['create', 'namespace', namespace]);
			const { stdout, stderr } = await run(['apply', '-n', namespace, ...how, '-f', files]);
			const applied = new Map(
				stdout.split('\n').flatMap((line) => (line.endsWith(` ${word}`) ? [[line.split(/[/ ]/)[1] ?? '', line.split('/')[0] ?? '']] : [])),
			);
			const wrong: string[] = [];
			for (const manifest of all) {
				const { name, from, object } = manifest;
				const refusal = refusals[from]?.[side];
				const refused = isGone(manifest)
					? new RegExp(`name: "${name}" .*no matches for kind "${object.kind}" in version "${object.apiVersion}"`).test(stderr)
					: refusal === undefined || stderr.split('Error from server').some((said) => new RegExp(`\\b${name}\\b`).test(said) && said.includes(refusal));
				if (applied.has(name) === (isGone(manifest) || refusal !== undefined)) wrong.push(`${from} (${name}): ${applied.has(name) ? 'applied' : 'refused'}`);
				if (!refused) wrong.push(`${from} (${name}): refused in other words`);
			}
			const wanted = [...new Set(applied.values())].join();
			const found = JSON.parse((await run(['get', wanted, '-n', namespace, '-o', 'json'])).stdout).items as Loose[];
			const byName = new Map(found.map((item) => [item.metadata.name, item]));
			const losses = all
				.filter(({ name }) => applied.has(name))
				.flatMap(({ from, name, object }) => lost(asStored(object), byName.get(name)).map((at) => `${from}: ${at}`));
			expect((await run(['delete', 'namespace', namespace])).code).toBe(0);
			const rest = found.filter(({ metadata }) => metadata.namespace === undefined && all.some(({ name }) => name === metadata.name));
			expect((await run(['delete', ...rest.map(({ kind, metadata }) => `${kind}/${metadata.name}`)])).code).toBe(0);
			expect(wrong, stderr).toEqual([]);
			expect(losses).toEqual([]);
		});
	});
});

/** Converts stringData of a Secret to the encoded data that is stored. */
function asStored({ stringData, ...object }: Loose): Loose {
	const encoded = Object.entries((stringData ?? {}) as Record<string, string>).map(([key, text]) => [key, Buffer.from(text).toString('base64')]);
	return { ...object, ...(encoded.length > 0 && { data: { ...object.data, ...Object.fromEntries(encoded) } }) };
}
