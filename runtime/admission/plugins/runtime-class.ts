/**
 * RuntimeClass: gives new pods the overhead, node selector and tolerations of their runtime class (seed 3, "Built-in admission plugins").
 * Up to release 1.25 a pod must not state an overhead; later releases accept that of its class.
 */
import type { Pod, PodSpec } from '../../../generated/types/core/v1.ts';
import type { RuntimeClass } from '../../../generated/types/node/v1.ts';
import { compareReleases } from '../../model/release.ts';
import { compareQuantities, parseQuantity } from '../../scalars/quantity.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../contract.ts';
import { refused } from '../forbidden-error.ts';
import { Lookup } from '../lookup.ts';
import { mergeTolerations } from '../tolerations.ts';
import { whenKnown } from '../when-known.ts';

export const runtimeClass: AdmissionPlugin = {
	name: 'RuntimeClass',
	exists: { from: '1.16' },
	onByDefault: { from: '1.17' },
	operations: ['CREATE'],
	only: () => ['pods'],
	start({ cache, release, vocabulary: { groupDomain } }) {
		const classes = new Lookup<RuntimeClass>(cache, `runtimeclasses.node.${groupDomain}`);
		const refusesEqual = compareReleases(release, '1.25') <= 0;
		const withClass = (request: AdmissionRequest, use: (spec: PodSpec, found: RuntimeClass | undefined) => void): void | Promise<void> => {
			if (request.kind.storageName !== 'pods' || request.subresource !== '') return;
			const { spec } = request.object as Pod;
			if (spec === undefined) return;
			const name = spec.runtimeClassName;
			if (name === undefined) return use(spec, undefined);
			return whenKnown(classes.orLatest('', name, request), (found) => {
				if (found === undefined) throw refused(request, `pod rejected: RuntimeClass "${name}" not found`);
				use(spec, found);
			});
		};
		return {
			mutate: (request) =>
				withClass(request, (spec, found) => {
					if (found === undefined) return;
					setOverhead(spec, found, request, refusesEqual && !request.secondPass);
					setScheduling(spec, found, request);
				}),
			validate: (request) => withClass(request, (spec, found) => checkOverhead(spec, found, request)),
		};
	},
};

const unlike = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

function setOverhead(spec: PodSpec, { overhead }: RuntimeClass, request: AdmissionRequest, refusesEqual: boolean): void {
	if (overhead === undefined) return;
	const { podFixed = {} } = overhead;
	const isGiven = Object.keys(spec.overhead ?? {}).length > 0;
	if (isGiven && !isEqual(podFixed, spec.overhead)) throw refused(request, unlike);
	if (isGiven && refusesEqual) throw refused(request, "pod rejected: Pod's Overhead must not be set, because its RuntimeClass defines it");
	if (overhead.podFixed !== undefined) spec.overhead = { ...podFixed };
}

function setScheduling(spec: PodSpec, { scheduling }: RuntimeClass, request: AdmissionRequest): void {
	if (scheduling === undefined) return;
	for (const [key, value] of Object.entries(scheduling.nodeSelector ?? {})) {
		const given = spec.nodeSelector?.[key];
		if (given !== undefined && given !== value)
			throw refused(request, `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${given}`);
	}
	if (scheduling.nodeSelector !== undefined) spec.nodeSelector = { ...spec.nodeSelector, ...scheduling.nodeSelector };
	const tolerations = mergeTolerations(spec.tolerations ?? [], scheduling.tolerations ?? []);
	if (tolerations.length > 0) spec.tolerations = tolerations;
}

function checkOverhead(spec: PodSpec, found: RuntimeClass | undefined, request: AdmissionRequest): void {
	if (found?.overhead !== undefined) {
		if (!isEqual(found.overhead.podFixed ?? {}, spec.overhead)) throw refused(request, unlike);
	} else if (spec.overhead !== undefined) throw refused(request, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead');
}

type Amounts = Readonly<Record<string, string>>;

/** Compares amounts by value: `1000m` equals `1`. */
function isEqual(a: Amounts, b: Amounts = {}): boolean {
	const names = Object.keys(a);
	if (names.length !== Object.keys(b).length) return false;
	return names.every((name) => b[name] !== undefined && compareQuantities(parseQuantity(a[name] ?? ''), parseQuantity(b[name])) === 0);
}
