/** Runs one admission plugin on single requests, beside a cache with given objects. */
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest, Operation, StartedPlugin } from '../../../runtime/admission/contract.ts';
import type { ApiError } from '../../../runtime/api/errors.ts';
import { wholeForm } from '../../../runtime/codec/item-form.ts';
import type { JsonObject, KindDescriptor } from '../../../runtime/model/catalog.ts';
import type { Vocabulary } from '../../../runtime/model/vocabulary.ts';
import type { CachedObject } from '../../../runtime/watch/contract.ts';
import type { ConfigMap } from '../../../runtime/wire/config-parts.ts';

const vocabulary: Vocabulary = {
	...{ name: 'kubernetes', product: 'kubernetes', groupDomain: 'k8s.io', labelDomain: 'kubernetes.io' },
	...{ shortPrefix: 'kube', nodeAgent: 'kubelet', cliName: 'kubectl' },
};

export interface Parts {
	/** Objects by storage name and key `namespace/name`. */
	readonly objects?: Readonly<Record<string, Readonly<Record<string, object>>>>;
	readonly release?: string;
	readonly gates?: Readonly<Record<string, boolean>>;
	readonly configuration?: unknown;
	readonly more?: Partial<AdmissionContext>;
}

export async function startPlugin<C>(
	plugin: AdmissionPlugin<C>,
	{ objects = {}, release = '1.36', gates = {}, configuration, more }: Parts = {},
): Promise<StartedPlugin> {
	const cached = new Map(
		Object.entries(objects).flatMap(([storageName, all]) =>
			Object.entries(all).map(([key, object]) => [`${storageName} ${key}`, { bytes: Buffer.from(JSON.stringify(object)), form: wholeForm } as CachedObject]),
		),
	);
	const cache = {
		get: (storageName: string, namespace: string, name: string) => cached.get(`${storageName} ${namespace}/${name}`),
		list: (storageName: string) => [...cached].filter(([key]) => key.startsWith(`${storageName} `)).map(([, object]) => object),
		consistent: () => undefined,
	} as unknown as AdmissionContext['cache'];
	const context = { cache, release, gates: new Map(Object.entries(gates)), configuration, vocabulary, signal: new AbortController().signal, ...more };
	return plugin.start(context as AdmissionContext<C>);
}

export interface Sent {
	readonly operation?: Operation;
	readonly object: object;
	readonly old?: object;
	readonly subresource?: string;
	readonly kind?: Pick<KindDescriptor, 'storageName'> & Partial<KindDescriptor>;
	readonly more?: Partial<AdmissionRequest>;
}

export function requestOf({ operation = 'CREATE', object, old, subresource = '', kind = { storageName: 'pods' }, more }: Sent): AdmissionRequest {
	const { metadata = {} } = object as { readonly metadata?: { readonly name?: string } };
	return {
		...{ operation, subresource, kind, group: '', version: 'v1', resource: kind.plural ?? 'pods', namespace: 'n', name: metadata.name ?? '' },
		...{ object: object as JsonObject, oldObject: old as JsonObject | undefined, warnings: [], annotate: () => {} },
		user: { name: 'u', uid: '', groups: [], extra: {} },
		signal: () => new AbortController().signal,
		...more,
	} as unknown as AdmissionRequest;
}

/** Runs both stages. Returns the message and code of the refusal, or undefined. */
export async function refusal(started: StartedPlugin, request: AdmissionRequest): Promise<string | undefined> {
	try {
		await started.mutate?.(request);
		await started.validate?.(request);
		return undefined;
	} catch (error) {
		const { code, message } = error as ApiError;
		return `${code} ${message}`;
	}
}

/** Reads a section of the configuration file as the plugin's row does. Rejects with an Error of one sentence. */
export async function read<C>({ configuration }: AdmissionPlugin<C>, section: object, folder = '.', release = '1.36'): Promise<C> {
	if (configuration === undefined) throw new Error('the plugin has no configuration');
	return configuration.read(section as ConfigMap, '', { vocabulary, release, folder });
}
