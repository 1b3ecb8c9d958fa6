/**
 * The two plugins of policies (KEP-3488, KEP-3962). They follow policies and bindings, and load the code that evaluates them with the first
 * policy. Without policies, no write enters the plugins.
 */
import type { JsonObject } from '../../model/catalog.ts';
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest, Releases, StartedPlugin, WriteTarget } from '../contract.ts';
import { coalesced, FollowedObjects } from '../followed-objects.ts';
import { isExcluded } from './excluded.ts';

/** Policies that apply, as the loaded code has prepared them. */
export interface Enforcer {
	wants(about: WriteTarget): boolean;
	/** Sets policies and bindings. An object that is the same as before stays compiled. */
	configure(policies: ReadonlyMap<string, JsonObject>, bindings: ReadonlyMap<string, JsonObject>): void;
	readonly steps: Pick<StartedPlugin, 'mutate' | 'validate'>;
}

export interface PolicyPlugin extends Pick<AdmissionPlugin, 'name' | 'operations'> {
	/** Releases that have the plugin. It is on by default in all of them. */
	readonly exists: Releases;
	/** Plural of the policies. */
	readonly policies: string;
	readonly bindings: string;
	/** Gate that must be on while the feature is not stable. */
	readonly gate: string;
	readonly stage: 'mutate' | 'validate';
	/** Loads the code and makes the enforcer. Metrics exist from the start, so that scrapes show them. */
	start(context: AdmissionContext): () => Promise<Enforcer>;
}

export function policyPlugin({ policies, bindings, gate, stage, start, exists, ...row }: PolicyPlugin): AdmissionPlugin {
	return {
		...row,
		exists,
		onByDefault: exists,
		onlyReplaces: true,
		async start(context) {
			if (context.gates.get(gate) === false) return {};
			const storageName = (plural: string): string => `${plural}.admissionregistration.${context.vocabulary.groupDomain}`;
			const followed = new FollowedPolicies(context, { policies: storageName(policies), bindings: storageName(bindings) }, start(context));
			await followed.begin();
			const wants = (about: WriteTarget): boolean => followed.wants(about);
			return stage === 'mutate'
				? { mutate: (request) => followed.enforcer(request)?.steps.mutate?.(request), wants }
				: { validate: (request) => followed.enforcer(request)?.steps.validate?.(request), wants };
		},
	};
}

class FollowedPolicies {
	readonly #context: AdmissionContext;
	readonly #policies: FollowedObjects;
	readonly #bindings: FollowedObjects;
	readonly #load: () => Promise<Enforcer>;
	#loading: Promise<Enforcer> | undefined;
	#enforcer: Enforcer | undefined;

	constructor(context: AdmissionContext, storageNames: { readonly policies: string; readonly bindings: string }, load: () => Promise<Enforcer>) {
		this.#context = context;
		this.#load = load;
		const changed = coalesced(() => {
			this.#apply().catch((error: unknown) => context.log.error('admission policies not applied', { error: String(error) }));
		}, context.signal);
		this.#policies = new FollowedObjects(context, storageNames.policies, changed);
		this.#bindings = new FollowedObjects(context, storageNames.bindings, changed);
	}

	/** Resolves when the existing policies apply. */
	async begin(): Promise<void> {
		this.#policies.begin();
		this.#bindings.begin();
		await this.#apply();
	}

	wants(about: WriteTarget): boolean {
		return this.#hasDamaged || this.#enforcer?.wants(about) === true;
	}

	/**
	 * Returns the policies that apply. Throws StorageDamagedError while a policy or binding is damaged. Requests for policies pass, so that
	 * a damaged one can be deleted.
	 */
	enforcer(request: AdmissionRequest): Enforcer | undefined {
		if (this.#hasDamaged && !isExcluded(request, this.#context.vocabulary.groupDomain)) {
			this.#policies.refuseDamaged();
			this.#bindings.refuseDamaged();
		}
		return this.#enforcer;
	}

	get #hasDamaged(): boolean {
		return this.#policies.hasDamaged || this.#bindings.hasDamaged;
	}

	async #apply(): Promise<void> {
		if (this.#enforcer === undefined && (this.#policies.objects.size === 0 || this.#bindings.objects.size === 0)) return;
		this.#loading ??= this.#load();
		this.#enforcer = await this.#loading;
		this.#enforcer.configure(this.#policies.objects, this.#bindings.objects);
	}
}
