/** Type and building blocks of the cases of admission webhooks. */
import { reviewing } from '../../setup/admission.ts';
import type { Loose } from '../../setup/loose.ts';
import { answering, type Behaviour } from '../../setup/webhook.ts';

export interface Ask {
	readonly method: string;
	readonly path: string;
	readonly body?: unknown;
	readonly type?: string;
}

export interface Case {
	readonly what: string;
	/** Webhooks of the case. `more` extends the common configuration; `at` is the webhook's path and name. */
	readonly hooks: readonly { readonly kind: 'validating' | 'mutating'; readonly at: string; readonly more?: object }[];
	readonly behave: Behaviour;
	/** Requests made before the webhooks are in force. */
	readonly before?: readonly Ask[];
	readonly asks: readonly Ask[];
	/** First release of a feature that not all releases have. */
	readonly since?: '1.36';
}

export const base = '/api/v1/namespaces/peers';
export const maps = `${base}/configmaps`;
export const apps = '/apis/apps/v1/namespaces/peers/deployments';
export const merge = 'application/merge-patch+json';
export const applied = 'application/apply-patch+yaml';
export const strategic = 'application/strategic-merge-patch+json';

export const create = (path: string, body: object): Ask => ({ method: 'POST', path, body });
export const map = (name: string, more: object = {}): Ask => create(maps, { metadata: { name }, ...more });
export const get = (path: string): Ask => ({ method: 'GET', path });
export const rule = (apiGroup: string, resource: string, more: object = {}): object => ({
	rules: [{ operations: ['*'], apiGroups: [apiGroup], apiVersions: ['*'], resources: [resource], ...more }],
});
export const both = (more: object = {}): Case['hooks'] => [
	{ kind: 'mutating', at: 'mutating', more },
	{ kind: 'validating', at: 'validating', more },
];
export const one = (kind: 'validating' | 'mutating', more: object = {}): Case['hooks'] => [{ kind, at: kind, more }];
export const allowing = reviewing(() => ({}));
export const only =
	(path: string, response: (request: Loose) => object): Behaviour =>
	(review, request, answer) =>
		reviewing((asked) => (request.url?.startsWith(`/${path}`) ? response(asked) : {}))(review, request, answer);
export const raw = (body: (review: Loose) => unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Behaviour =>
	answering(status, (review) => body(review as Loose), headers);
export const deployment = (name: string): object => ({
	metadata: { name },
	spec: {
		replicas: 1,
		selector: { matchLabels: { a: 'b' } },
		template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
	},
});
export const pod = (name: string): object => ({ metadata: { name }, spec: { containers: [{ name: 'c', image: 'i' }] } });
