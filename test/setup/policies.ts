/** Admission policies for tests: creates policies with their bindings and waits until they are in force. */
import type { Ask } from './admission.ts';
import type { Loose } from './loose.ts';

const root = '/apis/admissionregistration.k8s.io/v1';

export type PolicyKind = 'validating' | 'mutating';

export interface Bound {
	/** Spec of the policy, without constraints: those are configmaps unless it has its own. */
	readonly spec: object;
	/** Spec of the binding, without its policy. Several for several bindings. */
	readonly bindings?: readonly object[];
}

export const configMaps = { resourceRules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }] };
const changedConfigMaps = { resourceRules: [{ ...configMaps.resourceRules[0], operations: ['CREATE', 'UPDATE'] }] };

export class Policies {
	readonly #ask: Ask;
	readonly #made: string[] = [];
	#count = 0;

	constructor(ask: Ask) {
		this.#ask = ask;
	}

	/** Adds a ValidatingAdmissionPolicy. Bindings deny unless they say otherwise, and are named `NAME-0`, `NAME-1`. */
	async validating(name: string, { spec, bindings = [{}] }: Bound): Promise<void> {
		await this.#add(
			'validating',
			name,
			{ matchConstraints: configMaps, ...spec },
			bindings.map((binding) => ({ validationActions: ['Deny'], ...binding })),
		);
		await this.#settle('validating');
	}

	async mutating(name: string, { spec, bindings = [{}] }: Bound): Promise<void> {
		await this.#add('mutating', name, { matchConstraints: changedConfigMaps, reinvocationPolicy: 'Never', ...spec }, bindings);
		await this.#settle('mutating');
	}

	/** Removes all policies and waits until none is in force. */
	async clear(): Promise<void> {
		const kinds = new Set<PolicyKind>(this.#made.map((path) => (path.includes('/validating') ? 'validating' : 'mutating')));
		for (const path of this.#made.splice(0).reverse()) await this.#ask('DELETE', path);
		for (const kind of kinds) await this.#settle(kind);
	}

	async #add(kind: PolicyKind, name: string, spec: object, bindings: readonly object[]): Promise<void> {
		await this.#create(`${root}/${kind}admissionpolicies`, name, spec);
		for (const [at, binding] of bindings.entries())
			await this.#create(`${root}/${kind}admissionpolicybindings`, `${name}-${at}`, { policyName: name, ...binding });
	}

	async #create(path: string, name: string, spec: object): Promise<void> {
		const made = await this.#ask('POST', path, { metadata: { name }, spec });
		if (made.status !== 201) throw new Error(`the policy was refused: ${made.text}`);
		this.#made.push(`${path}/${name}`);
	}

	/** Waits until a last policy, about probes alone, is in force: everything before it is, too. */
	async #settle(kind: PolicyKind): Promise<void> {
		const name = `probe-${++this.#count}`;
		const spec = {
			matchConstraints: { resourceRules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['endpoints'], resourceNames: [] }] },
		};
		const isProbe = `object.metadata.name == '${name}'`;
		const made =
			kind === 'validating'
				? { ...spec, validations: [{ expression: `!(${isProbe})` }] }
				: {
						...spec,
						reinvocationPolicy: 'Never',
						matchConditions: [{ name: 'probe', expression: isProbe }],
						mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: `Object{metadata: Object.metadata{labels: {'seen': 'yes'}}}` } }],
					};
		const before = this.#made.length;
		await this.#add(kind, name, made, [kind === 'validating' ? { validationActions: ['Deny'] } : {}]);
		for (;;) {
			const { status, text } = await this.#ask('POST', '/api/v1/namespaces/default/endpoints?dryRun=All', { metadata: { name } });
			if (kind === 'validating' ? status === 422 : status === 201 && (JSON.parse(text) as Loose).metadata.labels?.seen === 'yes') break;
		}
		for (const path of this.#made.splice(before).reverse()) await this.#ask('DELETE', path);
	}
}
