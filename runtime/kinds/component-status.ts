/**
 * ComponentStatus: health of controller manager, scheduler and store, probed at each request. The first two are probed on the server's host
 * at Kubernetes' ports (seed 1, "Core kinds").
 */
import type { IncomingMessage } from 'node:http';
import type { Hooks } from '../../generated/hooks.ts';
import type { ComponentCondition, ComponentStatus } from '../../generated/types/core/v1.ts';
import type { Release } from '../model/catalog.ts';
import { compareReleases } from '../model/release.ts';

/** First release with a message about the store's health. */
const storeSpeaksSince = '1.28';

/** URLs of the health checks, by component. */
const components: Readonly<Record<string, string>> = {
	'controller-manager': 'https://127.0.0.1:10257/healthz',
	scheduler: 'https://127.0.0.1:10259/healthz',
};

export function componentStatusHooks(release: Release, urls: Readonly<Record<string, string>> = components): NonNullable<Hooks['core/componentstatuses']> {
	const storeWords = compareReleases(release, storeSpeaksSince) < 0 ? '' : 'ok';
	return {
		observes: {
			'': ({ signal, reachStore }) => ({
				...Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, async () => statusOf(await health(url, signal()))])),
				'etcd-0': async () => statusOf(await storeHealth(reachStore, storeWords)),
			}),
		},
	};
}

type Health = Pick<ComponentCondition, 'status' | 'message' | 'error'>;

function statusOf(health: Health): ComponentStatus {
	return { metadata: {}, conditions: [{ type: 'Healthy', ...health }] };
}

async function storeHealth(reach: () => Promise<void>, words: string): Promise<Health> {
	try {
		await reach();
		return { status: 'True', ...(words !== '' && { message: words }) };
	} catch (error) {
		return { status: 'False', error: (error as Error).message };
	}
}

/**
 * Probes a component and returns its health in Kubernetes' wording. Like Kubernetes, does not verify the peer, because the request has no
 * secrets.
 */
async function health(url: string, signal: AbortSignal): Promise<Health> {
	const timeout = AbortSignal.timeout(longestMs);
	try {
		const answer = await ask(url, AbortSignal.any([signal, timeout]));
		const { statusCode = 0 } = answer;
		const said = await text(answer);
		if (statusCode < 200 || statusCode >= 400) return { status: 'False', message: `HTTP probe failed with statuscode: ${statusCode}` };
		return { status: 'True', ...(said !== '' && { message: said }) };
	} catch (error) {
		return { status: 'False', message: `Get "${url}": ${timeout.aborted ? 'context deadline exceeded' : reasonOf(error as NodeJS.ErrnoException, url)}` };
	}
}

/** Sends the request. The HTTPS client is loaded at first use. */
async function ask(url: string, signal: AbortSignal): Promise<IncomingMessage> {
	const { get } = await import('node:https');
	return new Promise((resolve, reject) => {
		get(url, { rejectUnauthorized: false, agent: false, signal }, resolve).on('error', reject);
	});
}

function reasonOf({ code, message }: NodeJS.ErrnoException, url: string): string {
	return code === 'ECONNREFUSED' ? `dial tcp ${new URL(url).host}: connect: connection refused` : message;
}

/** Reads the body up to the maximum. */
async function text(answer: IncomingMessage): Promise<string> {
	let said = '';
	for await (const piece of answer.setEncoding('utf8')) {
		said += String(piece);
		if (said.length > longestText) break;
	}
	return said.slice(0, longestText);
}

/** Kubernetes' limits: time for a response, and characters of its body. */
const longestMs = 20_000;
const longestText = 10 * 1024;
