/**
 * Warnings about existing pods that violate the standard which an update makes their namespace enforce. The pods stay. As in Kubernetes,
 * the check is bounded in pods and time, and visits one pod of each controller before further pods of that controller.
 */
import type { Pod } from '../../../../generated/types/core/v1.ts';
import { TimeSlicer } from '../../../scheduling/time-slicer.ts';
import type { CachedObject, WatchCache } from '../../../watch/contract.ts';
import { checkedPod } from './checks/check.ts';
import { type Standard, standardText } from './standard.ts';
import { reasonText, type Standards } from './standards.ts';

export interface ExistingPodsParts {
	readonly cache: Pick<WatchCache, 'list'>;
	readonly standards: Standards;
	readonly exemptRuntimeClasses: ReadonlySet<string>;
	/** Bounds. Absent: those of Kubernetes. */
	readonly bounds?: Bounds;
}

interface Bounds {
	readonly pods: number;
	readonly ms: number;
}

const usualBounds: Bounds = { pods: 3000, ms: 1000 };

interface Finding {
	/** Name of the first pod in order. */
	pod: string;
	pods: number;
}

export class ExistingPods {
	readonly #parts: ExistingPodsParts;
	/** Shared by concurrent checks, so that many of them together delay no other request. */
	readonly #slices = new TimeSlicer();

	constructor(parts: ExistingPodsParts) {
		this.#parts = parts;
	}

	async warnings(namespace: string, standard: Standard, signal: AbortSignal): Promise<readonly string[]> {
		const { cache, exemptRuntimeClasses, bounds = usualBounds } = this.#parts;
		const deadlineMs = performance.now() + bounds.ms;
		const findings = new Map<string, Finding>();
		const siblings: CachedObject[] = [];
		const controllers = new Set<string>();
		let [total, checked] = [0, 0];
		const isLate = (): boolean => performance.now() > deadlineMs || signal.aborted;
		const visit = (object: CachedObject, isSibling: boolean): void => {
			const pod = JSON.parse(object.bytes.toString()) as Pod;
			if (exemptRuntimeClasses.has(pod.spec?.runtimeClassName ?? '')) {
				total--;
				return;
			}
			const controller = isSibling ? undefined : pod.metadata?.ownerReferences?.find((owner) => owner.controller === true)?.uid;
			if (controller !== undefined && controllers.has(controller)) {
				if (siblings.length < bounds.pods) siblings.push(object);
				return;
			}
			if (controller !== undefined) controllers.add(controller);
			if (checked === bounds.pods) return;
			checked++;
			this.#check(pod, standard, findings);
		};
		for (const object of cache.list('pods', namespace)) {
			if (object.damaged) continue;
			total++;
			// Beyond the bound, pods are read only to find out whether they count.
			if (isLate() || (checked === bounds.pods && exemptRuntimeClasses.size === 0)) continue;
			await this.#slices.soon(() => visit(object, false));
		}
		for (const object of siblings) {
			if (isLate() || checked === bounds.pods) break;
			await this.#slices.soon(() => visit(object, true));
		}
		return warningTexts(namespace, standard, findings, { checked, total });
	}

	#check({ metadata, spec = {} as NonNullable<Pod['spec']> }: Pod, standard: Standard, findings: Map<string, Finding>): void {
		const violations = this.#parts.standards.violations(standard, checkedPod(metadata?.annotations, spec));
		if (violations.length === 0) return;
		const [name, reason] = [metadata?.name ?? '', reasonText(violations)];
		const finding = findings.get(reason);
		if (finding === undefined) findings.set(reason, { pod: name, pods: 1 });
		else {
			finding.pods++;
			if (name < finding.pod) finding.pod = name;
		}
	}
}

function warningTexts(
	namespace: string,
	standard: Standard,
	findings: ReadonlyMap<string, Finding>,
	{ checked, total }: { readonly checked: number; readonly total: number },
): readonly string[] {
	const partial = `new PodSecurity enforce level only checked against the first ${checked} of ${total} existing pods`;
	const violated = `existing pods in namespace ${JSON.stringify(namespace)} violate the new PodSecurity enforce level "${standardText(standard)}"`;
	const found = [...findings].map(([reason, { pod, pods }]) => `${pod}${othersText(pods - 1)}: ${reason}`);
	return [...(checked < total ? [partial] : []), ...(found.length > 0 ? [violated] : []), ...found.sort()];
}

function othersText(others: number): string {
	if (others === 0) return '';
	return others === 1 ? ' (and 1 other pod)' : ` (and ${others} other pods)`;
}
