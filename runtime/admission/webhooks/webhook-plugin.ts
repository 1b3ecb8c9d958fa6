/**
 * The two webhook plugins (seed 3, "Built-in admission plugins"). They follow the configurations and load the calling code with the first
 * one. Without configurations, a write costs one look at an empty list.
 */
import { pause } from '../../api/pause.ts';
import { parseWhole } from '../../codec/item-form.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { follow } from '../../watch/follow.ts';
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest, StartedPlugin, WriteTarget } from '../contract.ts';
import { aggregatorRouting } from '../flags.ts';
import { credentialsSection, nobody } from './credentials-section.ts';
import { WebhookFigures } from './figures.ts';
import type { WebhooksInForce } from './in-force.ts';
import { isExempt } from './matching.ts';
import type { InForceParts, UserFor } from './parts.ts';

const retryMs = 1_000;

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
			const figures = new WebhookFigures(isMutating ? 'admit' : 'validating');
			context.addMetrics(figures.families());
			const configured = new Configured(context, `${plural}.admissionregistration.${context.vocabulary.groupDomain}`, {
				figures,
				isMutating,
				userFor: context.configuration ?? (() => nobody),
				byEndpoints: context.flags.of(aggregatorRouting),
			});
			await configured.begin();
			return { ...configured.steps(), wants: (about) => configured.wants(about) };
		},
	};
}

interface Own extends Pick<InForceParts, 'figures' | 'isMutating'> {
	readonly userFor: UserFor;
	readonly byEndpoints: boolean;
}

/** Stored configurations and the resulting active webhooks. */
class Configured {
	readonly #context: AdmissionContext;
	readonly #storageName: string;
	readonly #own: Own;
	readonly #objects = new Map<string, JsonObject>();
	/** Damaged configurations; the requests that their webhooks would refuse are unknown. */
	readonly #damaged = new Map<string, CachedObject>();
	inForce: WebhooksInForce | undefined;
	#loaded: Promise<typeof import('./load.ts')> | undefined;
	#isDue = false;

	constructor(context: AdmissionContext, storageName: string, own: Own) {
		this.#context = context;
		this.#storageName = storageName;
		this.#own = own;
	}

	/** Resolves when the existing configurations are active. */
	async begin(): Promise<void> {
		// The existing configurations have been read when the call returns.
		void this.#follow();
		if (this.#objects.size > 0) await this.#apply();
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
		return this.#damaged.size > 0 || this.inForce?.wants(about) === true;
	}

	/**
	 * Throws StorageDamagedError while a configuration is damaged. Requests for configurations pass, so that a damaged one can be deleted.
	 */
	#refuseUnreadable(request: AdmissionRequest): void {
		if (this.#damaged.size === 0 || isExempt(request, this.#context.vocabulary.groupDomain)) return;
		for (const object of this.#damaged.values()) parseWhole(object);
	}

	#module: typeof import('./load.ts') | undefined;

	async #follow(): Promise<void> {
		const { cache, signal, log } = this.#context;
		const seen = (type: string, object: CachedObject): void => {
			if (type === 'DELETED') this.#objects.delete(object.name);
			else if (object.damaged) this.#damaged.set(object.name, object);
			else {
				this.#damaged.delete(object.name);
				this.#objects.set(object.name, JSON.parse(object.bytes.toString()) as JsonObject);
			}
			this.#changed();
		};
		const listed = (again: boolean): void => {
			if (!again) return;
			for (const name of this.#objects.keys()) if (cache.get(this.#storageName, '', name) === undefined) this.#objects.delete(name);
			for (const name of this.#damaged.keys()) if (cache.get(this.#storageName, '', name)?.damaged !== true) this.#damaged.delete(name);
			this.#changed();
		};
		for (let again = false; !signal.aborted; again = true) {
			try {
				await follow(cache, { storageName: this.#storageName, seen, listed }, signal, again);
			} catch (error) {
				if (signal.aborted) return;
				log.error('webhook configuration watch failed; reloading', { error: String(error) });
				await pause(retryMs, signal);
			}
		}
	}

	/** Coalesces the changes of one event loop iteration. */
	#changed(): void {
		if (this.#isDue) return;
		this.#isDue = true;
		setImmediate(() => {
			this.#isDue = false;
			if (this.#context.signal.aborted) return;
			this.#apply().catch((error: unknown) => this.#context.log.error('webhook configurations not applied', { error: String(error) }));
		});
	}

	async #apply(): Promise<void> {
		if (this.#objects.size === 0 && this.inForce === undefined) return;
		this.#loaded ??= import('./load.ts');
		this.#module = await this.#loaded;
		const { cache, vocabulary, log, signal } = this.#context;
		this.inForce ??= await this.#module.webhooksInForce({ cache, vocabulary, log, ...this.#own }, signal);
		this.inForce.configure(this.#module.hooksInOrder(this.#objects, log));
	}
}
