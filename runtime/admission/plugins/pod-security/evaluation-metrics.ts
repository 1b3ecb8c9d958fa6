/** Metrics of PodSecurity. All label values come from fixed sets; versions are bounded by the release. */
import type { Release } from '../../../model/catalog.ts';
import { releaseNumbers } from '../../../model/release.ts';
import type { Labels, MetricFamily, NumberRow, Sample } from '../../../telemetry/family.ts';
import type { AdmissionRequest } from '../../contract.ts';
import type { Mode } from './policy.ts';
import type { Standard } from './standard.ts';

const evaluations: NumberRow = {
	type: 'counter',
	name: 'pod_security_evaluations_total',
	help: 'Number of policy evaluations that occurred, not counting ignored or exempt requests.',
	labels: ['decision', 'policy_level', 'policy_version', 'mode', 'request_operation', 'resource', 'subresource'],
	stability: 'ALPHA',
	introduced: '1.23',
};

const exemptions: NumberRow = {
	type: 'counter',
	name: 'pod_security_exemptions_total',
	help: 'Number of exempt requests, not counting ignored or out of scope requests.',
	labels: ['request_operation', 'resource', 'subresource'],
	stability: 'ALPHA',
	introduced: '1.23',
};

const errors: NumberRow = {
	type: 'counter',
	name: 'pod_security_errors_total',
	help: 'Number of errors preventing normal evaluation. Non-fatal errors may result in the latest restricted profile being used for evaluation.',
	labels: ['fatal', 'request_operation', 'resource', 'subresource'],
	stability: 'ALPHA',
	introduced: '1.23',
};

class Counts {
	readonly #samples = new Map<string, { readonly labels: Labels; value: number }>();

	add(labels: Labels, by = 1): void {
		const key = Object.values(labels).join('\n');
		const known = this.#samples.get(key);
		if (known === undefined) this.#samples.set(key, { labels, value: by });
		else known.value += by;
	}

	read(): readonly Sample[] {
		return [...this.#samples.values()];
	}
}

type Counted = Pick<AdmissionRequest, 'operation' | 'resource' | 'subresource'>;

export class PodSecurityMetrics {
	/** Newest minor that the release knows. */
	readonly #newest: number;
	readonly #evaluations = new Counts();
	readonly #exemptions = new Counts();
	readonly #errors = new Counts();
	/** Evaluations of pods in unrestricted namespaces, by far the most frequent ones. */
	readonly #unrestricted = { CREATE: 0, UPDATE: 0 };

	constructor(release: Release) {
		this.#newest = releaseNumbers(release).minor;
		for (const resource of ['pod', 'controller']) {
			for (const request_operation of ['create', 'update']) this.#exemptions.add({ request_operation, resource, subresource: '' }, 0);
		}
	}

	evaluated(mode: Mode, { level, version }: Standard, isAllowed: boolean, request: Counted): void {
		const { operation, resource, subresource } = request;
		if (level === 'privileged' && mode === 'enforce' && resource === 'pods' && subresource === '' && operation !== 'DELETE' && operation !== 'CONNECT') {
			this.#unrestricted[operation]++;
			return;
		}
		this.#evaluations.add({
			decision: isAllowed ? 'allow' : 'deny',
			policy_level: level,
			policy_version: level === 'privileged' ? 'latest' : this.#versionLabel(version),
			mode,
			...requestLabels(request),
		});
	}

	exempted(request: Counted): void {
		this.#exemptions.add(requestLabels(request));
	}

	failed(isFatal: boolean, request: Counted): void {
		this.#errors.add({ fatal: String(isFatal), ...requestLabels(request) });
	}

	families(): readonly MetricFamily[] {
		return [
			{ ...evaluations, read: () => [...this.#readUnrestricted(), ...this.#evaluations.read()] },
			{ ...exemptions, read: () => this.#exemptions.read() },
			{ ...errors, read: () => this.#errors.read() },
		];
	}

	#readUnrestricted(): readonly Sample[] {
		const labels = { decision: 'allow', policy_level: 'privileged', policy_version: 'latest', mode: 'enforce' };
		return (['CREATE', 'UPDATE'] as const).map((operation) => ({
			labels: { ...labels, ...requestLabels({ operation, resource: 'pods', subresource: '' }) },
			value: this.#unrestricted[operation],
		}));
	}

	#versionLabel({ text, minor }: Standard['version']): string {
		return text === 'latest' || minor <= this.#newest ? text : 'future';
	}
}

function requestLabels({ operation, resource, subresource }: Counted): Labels {
	return { request_operation: operation.toLowerCase(), resource: resource === 'pods' ? 'pod' : 'controller', subresource };
}
