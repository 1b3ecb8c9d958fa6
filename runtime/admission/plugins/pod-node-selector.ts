/**
 * PodNodeSelector: adds the node selector of the namespace to new pods (seed 3, "Built-in admission plugins"). Refuses pods that contradict
 * this selector or that leave the allowed set of the namespace.
 */
import type { Namespace, Pod } from '../../../generated/types/core/v1.ts';
import { ApiError } from '../../api/errors.ts';
import { invalidValue } from '../../model/cause.ts';
import { checkLabelValue, checkQualifiedName } from '../../scalars/formats.ts';
import { ConfigError, mapAt, only, placeIn, textAt } from '../../wire/config-parts.ts';
import type { AdmissionPlugin, AdmissionRequest, PluginConfiguration } from '../contract.ts';
import { Lookup } from '../lookup.ts';
import { internalError, unclassified } from '../server-errors.ts';
import { whenKnown } from '../when-known.ts';

type Labels = Readonly<Record<string, string>>;

/** Node selectors by namespace. `clusterDefault`: for namespaces without an annotation. */
interface NodeSelectors {
	readonly clusterDefault: Labels;
	readonly allowed: ReadonlyMap<string, Labels>;
}

const none: NodeSelectors = { clusterDefault: {}, allowed: new Map() };
const clusterDefaultKey = 'clusterDefaultNodeSelector';

const configuration: PluginConfiguration<NodeSelectors> = {
	read(section, where) {
		only(section, where, ['podNodeSelectorPluginConfig']);
		const at = placeIn(where, 'podNodeSelectorPluginConfig');
		const selectors = Object.entries(mapAt(section.podNodeSelectorPluginConfig ?? {}, at)).map(([name, value]) => {
			const place = placeIn(at, name);
			const text = value === '' || value === null ? '' : textAt(value, place);
			try {
				return [name, labelsIn(text)] as const;
			} catch (error) {
				throw new ConfigError(place, (error as Error).message);
			}
		});
		const all = new Map(selectors);
		return { clusterDefault: all.get(clusterDefaultKey) ?? {}, allowed: all };
	},
};

export const podNodeSelector: AdmissionPlugin<NodeSelectors> = {
	name: 'PodNodeSelector',
	onByDefault: 'never',
	configuration,
	operations: ['CREATE'],
	only: () => ['pods'],
	start({ cache, configuration: selectors = none, vocabulary: { labelDomain } }) {
		const namespaces = new Lookup<Namespace>(cache, 'namespaces');
		const annotation = `scheduler.alpha.${labelDomain}/node-selector`;
		const withSelector = (request: AdmissionRequest, use: (selector: Labels) => void): void | Promise<void> => {
			if (request.subresource !== '') return;
			return whenKnown(namespaces.orLatest('', request.namespace, request), (namespace) => {
				if (namespace === undefined) throw internalError(`namespace ${request.namespace} does not exist`);
				const text = namespace.metadata?.annotations?.[annotation];
				use(text === undefined ? selectors.clusterDefault : namespaceSelector(text));
			});
		};
		const check = ({ object, namespace }: AdmissionRequest, selector: Labels): void => {
			const pod = object as unknown as Pod;
			const labels = pod.spec?.nodeSelector ?? {};
			if (conflicts(labels, selector)) throw forbidden(pod, 'pod node label selector conflicts with its namespace node label selector');
			const allowed = selectors.allowed.get(namespace) ?? {};
			if (!isWithin(labels, allowed)) throw forbidden(pod, 'pod node label selector labels conflict with its namespace whitelist');
		};
		return {
			mutate: (request) =>
				withSelector(request, (selector) => {
					const { spec } = request.object as unknown as Pod;
					if (spec !== undefined && !conflicts(spec.nodeSelector ?? {}, selector)) {
						const merged = { ...selector, ...spec.nodeSelector };
						if (Object.keys(merged).length > 0) spec.nodeSelector = merged;
					}
					check(request, selector);
				}),
			validate: (request) => withSelector(request, (selector) => check(request, selector)),
		};
	},
};

function namespaceSelector(text: string): Labels {
	try {
		return labelsIn(text);
	} catch (error) {
		throw unclassified((error as Error).message);
	}
}

/** Parses `key=value,key=value`. Throws an Error with kube-apiserver's message. */
function labelsIn(text: string): Labels {
	if (text === '') return {};
	return Object.fromEntries(text.split(',').map(labelIn));
}

function labelIn(term: string): readonly [key: string, value: string] {
	const parts = term.split('=');
	if (parts.length !== 2) throw new Error(`invalid selector: [${parts.join(' ')}]`);
	const [key = '', value = ''] = parts.map((part) => part.trim());
	const wrongKey = checkQualifiedName(key);
	if (wrongKey.length > 0) throw new Error(`<nil>: ${invalidValue('', key, wrongKey.join('; ')).message}`);
	const wrongValue = checkLabelValue(value);
	if (wrongValue.length > 0) throw new Error(`[${key}]: ${invalidValue('', value, wrongValue.join('; ')).message}`);
	return [key, value];
}

function conflicts(a: Labels, b: Labels): boolean {
	return Object.keys(b).some((key) => Object.hasOwn(a, key) && a[key] !== b[key]);
}

/** Reports whether all labels are in the allowed set. An empty set allows all. */
function isWithin(labels: Labels, allowed: Labels): boolean {
	if (Object.keys(allowed).length === 0) return true;
	return Object.keys(labels).every((key) => Object.hasOwn(allowed, key) && allowed[key] === labels[key]);
}

/** The error has no name while the name must still be generated, as in Kubernetes. */
function forbidden({ metadata }: Pod, why: string): ApiError {
	const name = metadata?.name ?? '';
	return new ApiError('Forbidden', `pods ${JSON.stringify(name)} is forbidden: ${why}`, { name, kind: 'pods' });
}
