/** Admission webhook configurations and webhook responses for tests. */

import type { Loose } from './loose.ts';
import { answering, type Behaviour, type WebhookServer } from './webhook.ts';

export type Ask = (
	method: string,
	path: string,
	body?: unknown,
	headers?: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number; readonly text: string }>;

export const kinds = { validating: 'ValidatingWebhookConfiguration', mutating: 'MutatingWebhookConfiguration' } as const;

export type HookKind = keyof typeof kinds;

/** Returns a behaviour for `behave` that answers each review with this response and the review's uid. */
export function reviewing(response: (request: Loose) => object): Behaviour {
	return answering(200, (review) => {
		const { apiVersion, kind, request } = review as Loose;
		return { apiVersion, kind, response: { uid: request.uid, allowed: true, ...response(request) } };
	});
}

export const patching = (...operations: readonly object[]): object => ({
	patchType: 'JSONPatch',
	patch: Buffer.from(JSON.stringify(operations)).toString('base64'),
});

export interface Configured {
	readonly name: string;
	readonly path: string;
}

/** Returns a webhook entry with the fields that nearly all tests need. */
export function hook(webhook: Pick<WebhookServer, 'origin' | 'authority'>, path: string, more: object = {}): object {
	return {
		name: `${path}.example.com`,
		clientConfig: { url: `${webhook.origin}/${path}`, caBundle: Buffer.from(webhook.authority).toString('base64') },
		rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
		sideEffects: 'None',
		admissionReviewVersions: ['v1'],
		...more,
	};
}

const root = '/apis/admissionregistration.k8s.io/v1';

/**
 * Creates webhook configurations and waits until they are in force. A configuration is in force once its last webhook has received a review
 * of a probe object.
 */
export class Configurations {
	readonly #ask: Ask;
	readonly #webhook: WebhookServer;
	/** Labels of the probe objects by path of the configuration. */
	readonly #made = new Map<string, string>();
	#count = 0;

	constructor(ask: Ask, webhook: WebhookServer) {
		this.#ask = ask;
		this.#webhook = webhook;
	}

	async add(kind: HookKind, hooks: readonly object[], name = `c${++this.#count}`): Promise<string> {
		const label = `probe-${++this.#count}`;
		const probe = hook(this.#webhook, 'probe', {
			name: 'probe.example.com',
			objectSelector: { matchLabels: { probe: label } },
			rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['endpoints'] }],
			failurePolicy: 'Ignore',
		});
		const path = `${root}/${kind}webhookconfigurations`;
		const made = await this.#ask('POST', path, { metadata: { name }, webhooks: [...hooks, probe] });
		if (made.status !== 201) throw new Error(`the configuration was refused: ${made.text}`);
		this.#made.set(`${path}/${name}`, label);
		while (!(await this.#isAsked(label)));
		this.#webhook.asked.length = 0;
		return `${path}/${name}`;
	}

	/** Deletes all configurations and waits until none is in force. */
	async clear(): Promise<void> {
		for (const [path, label] of this.#made) {
			await this.#ask('DELETE', path);
			while (await this.#isAsked(label));
		}
		this.#made.clear();
		this.#webhook.asked.length = 0;
	}

	async #isAsked(label: string): Promise<boolean> {
		this.#webhook.asked.length = 0;
		await this.#ask('POST', '/api/v1/namespaces/default/endpoints?dryRun=All', { metadata: { name: label, labels: { probe: label } } });
		return this.#webhook.asked.some(({ review }) => (review as Loose).request?.object?.metadata?.labels?.probe === label);
	}
}
