/**
 * Servers that test files share, each file in its own namespace; `server-keeper.ts` starts and ends them. A test that needs flags, a
 * restart, a kill, the log or cluster-wide configuration starts its own server (`server.ts`).
 */
import { join } from 'node:path';
import { inject } from 'vitest';
import { adminOf, type ServerAdmin } from './server.ts';

export interface SharedServer extends ServerAdmin {
	readonly kubeconfig: string;
	readonly namespace: string;
}

export interface Wanted {
	/** Name of the namespace, which no other file uses. */
	readonly namespace: string;
	/** Release that the server emulates, by default its own. */
	readonly release?: string;
	/** Build folder, by default that of the vocabulary `kubernetes`. */
	readonly built?: string;
}

/** Returns a shared server with a new namespace that has its default service account. */
export async function sharedServer({ namespace, release = '', built = inject('built').kubernetes }: Wanted): Promise<SharedServer> {
	const answer = await fetch(inject('sharedServers'), { method: 'POST', body: JSON.stringify({ built, release }) });
	const text = await answer.text();
	if (!answer.ok) throw new Error(text);
	const kubeconfig = join(text, 'kubeconfig');
	const admin = adminOf(kubeconfig);
	const made = await admin.call('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
	if (made.status !== 201) throw new Error(`namespace ${namespace}: ${made.text}`);
	// A controller creates the account; the timeout of the test bounds the wait.
	while ((await admin.call('GET', `/api/v1/namespaces/${namespace}/serviceaccounts/default`)).status !== 200);
	return { ...admin, kubeconfig, namespace };
}
