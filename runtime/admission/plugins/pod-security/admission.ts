/** Decisions of PodSecurity about pods, workloads and namespaces. */
import type { Namespace, Pod, PodSpec } from '../../../../generated/types/core/v1.ts';
import { type ApiError, invalid } from '../../../api/errors.ts';
import type { Release } from '../../../model/catalog.ts';
import { compareReleases } from '../../../model/release.ts';
import type { CachedObject, WatchCache } from '../../../watch/contract.ts';
import type { AdmissionRequest } from '../../contract.ts';
import { refused } from '../../forbidden-error.ts';
import { internalError } from '../../server-errors.ts';
import { whenKnown } from '../../when-known.ts';
import { type CheckedPod, checkedPod, type Violation } from './checks/check.ts';
import type { PodSecurityConfiguration } from './configuration.ts';
import type { PodSecurityMetrics } from './evaluation-metrics.ts';
import { ExistingPods } from './existing-pods.ts';
import {
	isEquivalentPolicy,
	isUnrestricted,
	type LabelledPolicy,
	type Mode,
	type Policy,
	type PolicyLabels,
	policyLabels,
	policyOf,
	policyText,
	unrestrictedPolicy,
} from './policy.ts';
import { isSignificantUpdate, type SeccompAnnotations, seccompAnnotations } from './significant-update.ts';
import { isSameStandard, isStricter, type Standard, standardText } from './standard.ts';
import { detailText, type Standards } from './standards.ts';
import { templateIn, templatePaths } from './templates.ts';

/** Subresources of pods whose body is no pod, or whose writes do not change the spec. */
const ignoredSubresources: ReadonlySet<string> = new Set(['exec', 'attach', 'binding', 'eviction', 'log', 'portforward', 'proxy', 'status']);

const unrestrictedText = standardText(unrestrictedPolicy.enforce);

export interface PodSecurityParts {
	readonly configuration: PodSecurityConfiguration;
	readonly standards: Standards;
	readonly metrics: PodSecurityMetrics;
	readonly cache: WatchCache;
	readonly labelDomain: string;
	readonly release: Release;
}

export class PodSecurityAdmission {
	readonly #parts: PodSecurityParts;
	readonly #labels: PolicyLabels;
	readonly #seccomp: SeccompAnnotations;
	/** Audit annotation of every pod in an unrestricted namespace. */
	readonly #enforceKey: string;
	readonly #existing: ExistingPods;

	constructor(parts: PodSecurityParts) {
		const { labelDomain, release, cache, standards, configuration } = parts;
		this.#parts = parts;
		this.#labels = policyLabels(labelDomain, release);
		this.#seccomp = seccompAnnotations(labelDomain, release);
		this.#enforceKey = `${this.#labels.prefix}enforce-policy`;
		this.#existing = new ExistingPods({ cache, standards, exemptRuntimeClasses: configuration.exempt.runtimeClasses });
	}

	validate(request: AdmissionRequest): void | Promise<void> {
		const { storageName } = request.kind;
		if (storageName === 'namespaces') return request.subresource === '' ? this.#namespace(request) : undefined;
		if (storageName === 'pods') return ignoredSubresources.has(request.subresource) ? undefined : this.#pod(request);
		const path = templatePaths.get(storageName);
		if (path !== undefined && request.subresource === '') return this.#workload(request, path);
	}

	#pod(request: AdmissionRequest): void | Promise<void> {
		if (this.#isExempt(request)) return;
		const { metrics } = this.#parts;
		return this.#withNamespace(request, (namespace) => {
			if (namespace === undefined) {
				metrics.failed(true, request);
				const why = `failed to lookup namespace ${JSON.stringify(request.namespace)}`;
				this.#annotate(request, 'error', `Internal error occurred: ${why}: ${absent(request.namespace)}`);
				throw internalError(why);
			}
			const labelled = this.#policyOf(namespace.labels);
			if (labelled.causes.length === 0 && isUnrestricted(labelled.policy)) {
				metrics.evaluated('enforce', labelled.policy.enforce, true, request);
				request.annotate(this.#enforceKey, unrestrictedText);
				return;
			}
			const pod = request.object as unknown as Pod;
			if (request.operation === 'UPDATE' && !isSignificantUpdate(pod, request.oldObject as unknown as Pod, this.#seccomp)) return;
			this.#evaluate(request, labelled, pod, true);
		});
	}

	#workload(request: AdmissionRequest, path: readonly string[]): void | Promise<void> {
		if (this.#isExempt(request)) return;
		return this.#withNamespace(request, (namespace) => {
			if (namespace === undefined) {
				this.#parts.metrics.failed(true, request);
				this.#annotate(request, 'error', `failed to lookup namespace ${JSON.stringify(request.namespace)}: ${absent(request.namespace)}`);
				return;
			}
			const labelled = this.#policyOf(namespace.labels);
			if (labelled.causes.length === 0 && isUnrestricted(labelled.policy, ['audit', 'warn'])) return;
			const template = templateIn(request.object ?? {}, path);
			if (template !== undefined) this.#evaluate(request, labelled, template, false);
		});
	}

	#isExempt(request: AdmissionRequest): boolean {
		const { usernames, namespaces } = this.#parts.configuration.exempt;
		const why = namespaces.has(request.namespace) ? 'namespace' : usernames.has(request.user.name) ? 'user' : undefined;
		if (why === undefined) return false;
		this.#exempted(request, why);
		return true;
	}

	#exempted(request: AdmissionRequest, why: string): void {
		this.#parts.metrics.exempted(request);
		this.#annotate(request, 'exempt', why);
	}

	/** Calls `then` with the namespace of the request, or with undefined when it does not exist. */
	#withNamespace(request: AdmissionRequest, then: (namespace: CachedObject | undefined) => void): void | Promise<void> {
		const { cache } = this.#parts;
		const find = (): CachedObject | undefined => cache.get('namespaces', '', request.namespace);
		const namespace = find();
		const caughtUp = namespace === undefined ? cache.consistent({ signal: request.signal() }) : undefined;
		return whenKnown(caughtUp === undefined ? namespace : caughtUp.then(find), then);
	}

	#policyOf(labels: Readonly<Record<string, string>>): LabelledPolicy {
		return policyOf(labels, this.#parts.configuration.defaults, this.#labels);
	}

	/** Evaluates a pod, or a template, which is never refused. Throws the refusal. */
	#evaluate(request: AdmissionRequest, { policy, causes }: LabelledPolicy, { metadata, spec }: Partial<Pod>, isEnforced: boolean): void {
		const { configuration, metrics, standards } = this.#parts;
		const pod = checkedPod(metadata?.annotations, spec ?? noSpec);
		if (configuration.exempt.runtimeClasses.has(spec?.runtimeClassName ?? '')) {
			this.#exempted(request, 'runtimeClass');
			return;
		}
		if (causes.length > 0) {
			const texts = causes.map(({ field, message }) => `${field}: ${message}`);
			this.#annotate(request, 'error', `Failed to parse policy: ${texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`}`);
			metrics.failed(false, request);
		}
		const verdicts = new Verdicts(standards, pod);
		const refusal = isEnforced ? this.#enforce(request, policy.enforce, verdicts) : undefined;
		const audited = verdicts.of(policy.audit);
		if (audited.length > 0) {
			this.#annotate(request, 'audit-violations', `would violate PodSecurity "${standardText(policy.audit)}": ${detailText(audited)}`);
			metrics.evaluated('audit', policy.audit, false, request);
		}
		if (refusal !== undefined) throw refusal;
		const warned = verdicts.of(policy.warn);
		if (warned.length === 0) return;
		request.warnings.push(`would violate PodSecurity "${standardText(policy.warn)}": ${detailText(warned)}`);
		metrics.evaluated('warn', policy.warn, false, request);
	}

	#enforce(request: AdmissionRequest, standard: Standard, verdicts: Verdicts): ApiError | undefined {
		this.#annotate(request, 'enforce-policy', standardText(standard));
		const violations = verdicts.of(standard);
		this.#parts.metrics.evaluated('enforce', standard, violations.length === 0, request);
		if (violations.length === 0) return undefined;
		return refused(request, `violates PodSecurity "${standardText(standard)}": ${detailText(violations)}`);
	}

	#namespace(request: AdmissionRequest): void | Promise<void> {
		const namespace = request.object as unknown as Namespace;
		const labels = namespace.metadata?.labels ?? {};
		const { policy, causes } = this.#policyOf(labels);
		if (request.operation === 'CREATE') {
			if (causes.length > 0) throw invalid('Namespace', '', request.name, causes);
			if (this.#isExemptNamespace(request)) this.#warnExempt(request, policy, labels);
			return;
		}
		const old = this.#policyOf((request.oldObject as unknown as Namespace).metadata?.labels ?? {});
		const isAsBefore = JSON.stringify(causes) === JSON.stringify(old.causes);
		if (causes.length > 0 && !isAsBefore) throw invalid('Namespace', '', request.name, causes);
		if (!isTightened(policy.enforce, old.policy.enforce)) return;
		if (this.#isExemptNamespace(request)) return this.#warnExempt(request, policy, labels);
		return this.#existing.warnings(request.name, policy.enforce, request.signal()).then((warnings) => void request.warnings.push(...warnings));
	}

	#isExemptNamespace({ name }: AdmissionRequest): boolean {
		return this.#parts.configuration.exempt.namespaces.has(name);
	}

	/** Warns that the labels of an exempt namespace have no effect. */
	#warnExempt(request: AdmissionRequest, policy: Policy, labels: Readonly<Record<string, string>>): void {
		const { release, configuration } = this.#parts;
		if (compareReleases(release, '1.25') < 0) {
			if (request.operation === 'UPDATE') this.#annotate(request, 'exempt', 'namespace');
			return;
		}
		if (isUnrestricted(policy) || isEquivalentPolicy(policy, configuration.defaults)) return;
		const namesAll = compareReleases(release, '1.26') < 0;
		const { names } = this.#labels;
		const isLabelled = (mode: Mode): boolean => labels[names[mode].level] !== undefined || labels[names[mode].version] !== undefined;
		const text = policyText(policy, (mode) => namesAll || isLabelled(mode));
		request.warnings.push(`namespace ${JSON.stringify(request.name)} is exempt from Pod Security, and the policy (${text}) will be ignored`);
	}

	#annotate(request: AdmissionRequest, key: string, value: string): void {
		request.annotate(`${this.#labels.prefix}${key}`, value);
	}
}

/** Spec of a template without one. */
const noSpec = { containers: [] } as PodSpec;

/** Violations of one pod by standard. Each standard is evaluated once. */
class Verdicts {
	readonly #standards: Standards;
	readonly #pod: CheckedPod;
	readonly #found: { readonly standard: Standard; readonly violations: readonly Violation[] }[] = [];

	constructor(standards: Standards, pod: CheckedPod) {
		this.#standards = standards;
		this.#pod = pod;
	}

	of(standard: Standard): readonly Violation[] {
		const known = this.#found.find((verdict) => isSameStandard(verdict.standard, standard));
		if (known !== undefined) return known.violations;
		const violations = this.#standards.violations(standard, this.#pod);
		this.#found.push({ standard, violations });
		return violations;
	}
}

/** Reports whether existing pods may violate the new standard but not the old one. */
function isTightened(standard: Standard, old: Standard): boolean {
	if (isSameStandard(standard, old) || standard.level === 'privileged') return false;
	return standard.version.text !== old.version.text || isStricter(standard.level, old.level);
}

function absent(namespace: string): string {
	return `namespaces ${JSON.stringify(namespace)} not found`;
}
