/**
 * kubectl prints the same with this server as with Kubernetes. The transcripts were recorded with kubectl 1.33 against a kube-apiserver
 * 1.25.16. It ran with only NamespaceLifecycle admission and the controllers of namespaces, garbage collection and service accounts.
 * Commands whose output differs on purpose are excluded: docs/conformance/differences.md.
 *
 * Commands are added as lines `$ command`. Recording the transcripts again needs the kubeconfig of such a server, which must be empty for
 * each transcript:
 * `TRANSCRIPT=apply TRANSCRIPT_PEER=KUBECONFIG npx vitest run --project slow test/clients/kubectl-transcripts.slow.test.ts`
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { absence } from '../../runtime/admission/enabled.ts';
import { admissionPlugins } from '../../runtime/admission/plugins/index.ts';
import { startServer } from '../setup/server.ts';
import { findKubectls } from './kubectl.ts';
import { commandsOf, transcribe } from './kubectl-transcripts.ts';

const folder = join(import.meta.dirname, 'kubectl-transcripts');
const { TRANSCRIPT: only, TRANSCRIPT_PEER: peer } = process.env;
/** Version of the recordings; kubectl's output changes between releases. */
const recordedWith = '1.33';
const kubectl = findKubectls().find(({ version }) => version === recordedWith);
if (kubectl === undefined) console.warn(`SKIPPED: the transcripts were recorded with kubectl ${recordedWith}, which is not on this machine`);

const names = readdirSync(folder)
	.filter((name) => name.endsWith('.txt'))
	.map((name) => name.slice(0, -4))
	.filter((name) => only === undefined || name === only);

/** Plugins that were off when the transcripts were recorded. */
const pluginsOff = admissionPlugins
	.map(({ name }) => name)
	.filter((name) => name !== 'NamespaceLifecycle' && absence(name, '1.25', admissionPlugins) === undefined);

describe.skipIf(kubectl === undefined)('kubectl prints what it prints with Kubernetes', () => {
	it.concurrent.each(names)('%s', async (name) => {
		if (kubectl === undefined) return;
		const path = join(folder, `${name}.txt`);
		const recorded = readFileSync(path, 'utf8');
		const files = join(folder, 'files');
		if (peer !== undefined) {
			writeFileSync(path, await transcribe(kubectl, peer, files, commandsOf(recorded)));
			return;
		}
		const server = await startServer(inject('built').kubernetes, {
			flags: ['--disable-admission-plugins', pluginsOff.join(), '--controllers', '*,-pv-protection,-pvc-protection'],
		});
		try {
			expect(await transcribe(kubectl, server.kubeconfig, files, commandsOf(recorded))).toBe(recorded);
		} finally {
			await server.remove();
		}
	});
});
