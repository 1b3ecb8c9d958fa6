/**
 * The two webhook plugins (seed 3, "Built-in admission plugins"). They follow the configurations, and load the code for calls with the
 * first one. Without configurations, a write costs a look at an empty list.
 */
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest, StartedPlugin, WriteTarget } from '../contract.ts';
import { aggregatorRouting } from '../flags.ts';
import { coalesced, FollowedObjects } from '../followed-objects.ts';
import { credentialsSection, noCredentials } from './credentials-section.ts';
import type { InForceParts, UserFor } from './dependencies.ts';
import type { WebhooksInForce } from './in-force.ts';
import { isExempt } from './matching.ts';
import { WebhookMetrics } from './webhook-metrics.ts';

type Steps = Pick<StartedPlugin, 'mutate' | 'validate'>;

/** Creates a plugin. `plural` is the resource of its configurations. */
export function webhookPlugin(name: string, plural: string): AdmissionPlugin<UserFor> {
	const isMutating = plural.startsWith('mutating');
	return {
		name,
		onByDefault: { from: '1.0' },
		operations: ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'],
		onlyReplaces: true,
		configuration: credentialsSection,
		async start(context) {
			const metrics = new WebhookMetrics(isMutating ? 'admit' : 'validating');
			context.addMetrics(metrics.families());
			const configured = new Configured(context, `${plural}.admissionregistration.${context.vocabulary.groupDomain}`, {
				metrics,
				isMutating,
				userFor: context.configuration ?? (() => noCredentials),
				byEndpoints: context.flags.of(aggregatorRouting),
			});
			await configured.begin();
			return { ...configured.steps(), wants: (about) => configured.wants(about) };
		},
	};
}

interface Own extends Pick<InForceParts, 'metrics' | 'isMutating'> {
	readonly userFor: UserFor;
	readonly byEndpoints: boolean;
}

/** Stored configurations and the resulting active webhooks. */
class Configured {
	readonly #context: AdmissionContext<UserFor>;
	readonly #own: Own;
	readonly #followed: FollowedObjects;
	inForce: WebhooksInForce | undefined;
	#loaded: Promise<typeof import('./load.ts')> | undefined;
	#module: typeof import('./load.ts') | undefined;

	constructor(context: AdmissionContext<UserFor>, storageName: string, own: Own) {
		this.#context = context;
		this.#own = own;
		const changed = coalesced(() => {
			this.#apply().catch((error: unknown) => context.log.error('webhook configurations not applied', { error: String(error) }));
		}, context.signal);
		this.#followed = new FollowedObjects(context, storageName, changed);
	}

	/** Resolves when the existing configurations are active. */
	async begin(): Promise<void> {
		this.#followed.begin();
		await this.#apply();
	}

	steps(): Steps {
		if (this.#own.isMutating) {
			return {
				mutate: (request) => {
					this.#refuseUnreadable(request);
					return this.inForce && this.#module?.mutate(this.inForce, request);
				},
			};
		}
		return {
			validate: (request) => {
				this.#refuseUnreadable(request);
				return this.inForce && this.#module?.validate(this.inForce, request);
			},
		};
	}

	wants(about: WriteTarget): boolean {
		return this.#followed.hasDamaged || this.inForce?.wants(about) === true;
	}

	/**
	 * Throws StorageDamagedError while a configuration is damaged, because it is unknown which requests its webhooks would refuse. Requests
	 * for configurations pass, so that a damaged one can be deleted.
	 */
	#refuseUnreadable(request: AdmissionRequest): void {
		if (this.#followed.hasDamaged && !isExempt(request, this.#context.vocabulary.groupDomain)) this.#followed.refuseDamaged();
	}

	async #apply(): Promise<void> {
		if (this.#followed.objects.size === 0 && this.inForce === undefined) return;
		this.#loaded ??= import('./load.ts');
		this.#module = await this.#loaded;
		const { cache, vocabulary, log, signal, authorizer } = this.#context;
		this.inForce ??= await this.#module.webhooksInForce({ cache, vocabulary, log, authorizer, ...this.#own }, signal);
		this.inForce.configure(this.#module.hooksInOrder(this.#followed.objects, this.inForce.expressions, log));
	}
}
