/** Tests that kube-apiserver allows nodes the same requests over the same cluster, with the same reasons. */

import { describe, expect, inject, it } from 'vitest';
import { compareReleases } from '../../runtime/model/release.ts';
import { cluster } from '../suites/node-authorizer/cluster.ts';
import { type Question, questions, reviewOf } from '../suites/node-authorizer/questions.ts';
import { withoutMissingRule } from './reasons.ts';
import { type Server, startOrch, startPeer } from './servers.ts';

const peers = process.env.ORCH_PEERS;
if (peers === undefined) {
	console.warn('SKIPPED: no node was compared with kube-apiserver; ORCH_PEERS=DIR names the folder that `npm run peers:build -- DIR` has filled');
}
const json = { 'content-type': 'application/json' };

async function fill({ ask }: Server, release: string): Promise<void> {
	const post = async (path: string, body: object): Promise<void> => {
		const { status, body: said } = await ask('POST', path, JSON.stringify(body), json);
		if (status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(said)}`);
	};
	for (const name of ['ns', 'elsewhere', 'infra']) await post('/api/v1/namespaces', { metadata: { name } });
	for (const { at, plural, from, object } of cluster) {
		if (from !== undefined && compareReleases(release, from) < 0) continue;
		const { namespace } = object.metadata;
		await post(`/${at}/${namespace === undefined ? '' : `namespaces/${namespace}/`}${plural}`, object);
	}
}

async function answer({ ask }: Server, question: Question): Promise<unknown> {
	const { body } = await ask('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', JSON.stringify({ spec: reviewOf(question) }), json);
	const { status } = body as { readonly status?: object };
	return status === undefined ? body : withoutMissingRule(status);
}

describe.skipIf(peers === undefined)('permissions of nodes', () => {
	const built = inject('built').kubernetes;

	it.each(['1.25', '1.36'])('is the same in release %s', async (release) => {
		const ours = await startOrch(built, release, ['--authorization-mode', 'Node']);
		try {
			const peer = await startPeer(peers ?? '', release, [], 'Node');
			try {
				await Promise.all([fill(ours, release), fill(peer, release)]);
				const known = questions.find(({ user, resource, name }) => user.endsWith(':b') && resource === 'volumeattachments' && name === 'va-b');
				// The peer learns of the objects a moment later.
				await expect.poll(async () => known && (await answer(peer, known)), { timeout: 20_000 }).toMatchObject({ allowed: true });
				const different: object[] = [];
				let allowed = 0;
				for (const question of questions) {
					const [own, theirs] = await Promise.all([answer(ours, question), answer(peer, question)]);
					if ((theirs as { readonly allowed?: boolean }).allowed === true) allowed++;
					try {
						expect(own).toEqual(theirs);
					} catch {
						different.push({ ...question, own, theirs });
					}
				}
				expect(different).toEqual([]);
				expect(allowed).toBeGreaterThan(150);
			} finally {
				await peer.stop();
			}
		} finally {
			await ours.stop();
		}
	});
});
