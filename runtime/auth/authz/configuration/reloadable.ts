/** Authorizers of a file, which another content replaces as a whole. Modes that follow stored objects are started once. */
import type { Attributes, Authorizer, Decision, Missing, RulesOf } from '../../../api/authorization.ts';
import type { User } from '../../../api/request.ts';
import { ConfigError } from '../../../wire/config-parts.ts';
import type { AuthorizerContext, AuthorizerRow } from '../contract.ts';
import { union } from '../union.ts';
import { matchConditions } from '../webhook/match-conditions.ts';
import { startWebhook } from '../webhook/start.ts';
import type { ConfiguredAuthorizer, ConfiguredWebhook } from './read.ts';

/** Modes that keep no state, so that a later content may add them. */
const stateless = ['AlwaysAllow', 'AlwaysDeny'];

export class ReloadableAuthorizer implements Required<Authorizer> {
	readonly #context: AuthorizerContext;
	readonly #rows: readonly AuthorizerRow[];
	/** Started modes, by type. Undefined until the first content is in force. */
	#started: ReadonlyMap<string, Authorizer> | undefined;
	/** Ends the webhooks of the content in force. */
	#webhooks = new AbortController();
	#current: Required<Authorizer> = union([]);

	constructor(context: AuthorizerContext, rows: readonly AuthorizerRow[]) {
		this.#context = context;
		this.#rows = rows;
	}

	authorize(attributes: Attributes): Decision | Promise<Decision> {
		return this.#current.authorize(attributes);
	}

	rulesFor(user: User, namespace: string): RulesOf | Promise<RulesOf> {
		return this.#current.rulesFor(user, namespace);
	}

	missing(attributes: Attributes): readonly Missing[] {
		return this.#current.missing(attributes);
	}

	/** Puts authorizers into force. Rejects with a ConfigError when one cannot start; then nothing changes. */
	async replace(wanted: readonly ConfiguredAuthorizer[]): Promise<void> {
		const webhooks = new AbortController();
		const modes = new Map(this.#started);
		const authorizers: Authorizer[] = [];
		try {
			for (const [i, each] of wanted.entries()) authorizers.push(await this.#startOne(each, `authorizers[${i}]`, modes, webhooks.signal));
		} catch (error) {
			webhooks.abort();
			throw error;
		}
		this.#started ??= modes;
		this.#current = union(authorizers);
		this.#webhooks.abort();
		this.#webhooks = webhooks;
	}

	async #startOne(wanted: ConfiguredAuthorizer, where: string, modes: Map<string, Authorizer>, ended: AbortSignal): Promise<Authorizer> {
		if (wanted.webhook !== undefined) return this.#startWebhook(wanted.webhook, `${where}.webhook`, ended);
		const known = modes.get(wanted.type);
		if (known !== undefined) return known;
		if (this.#started !== undefined && !stateless.includes(wanted.type)) {
			throw new ConfigError(`${where}.type`, `authorizer type ${wanted.type} is not allowed if it was not enabled at initial server startup`);
		}
		const row = this.#rows.find(({ name }) => name === wanted.type);
		if (row === undefined) throw new ConfigError(`${where}.type`, `unknown mode ${wanted.type}`);
		if (row.needs !== undefined && !this.#context.flags.isGiven(row.needs)) throw new ConfigError(where, `${row.name} needs --${row.needs.name}`);
		const started = await placed(where, () => row.start(this.#context));
		modes.set(wanted.type, started);
		return started;
	}
	async #startWebhook({ conditions, ...settings }: ConfiguredWebhook, where: string, ended: AbortSignal): Promise<Authorizer> {
		const { type, signal, ...others } = this.#context;
		const matches = conditions.length === 0 ? undefined : matchConditions(conditions, `${where}.matchConditions`, type);
		const context = { ...others, signal: AbortSignal.any([signal, ended]) };
		return placed(`${where}.connectionInfo.kubeConfigFile`, () =>
			startWebhook({ ...settings, source: settings.file, ...(matches !== undefined && { matches }) }, context),
		);
	}
}

/** Runs `start`; its errors name the place. */
async function placed<T>(where: string, start: () => T | Promise<T>): Promise<T> {
	try {
		return await start();
	} catch (error) {
		throw new ConfigError(where, (error as Error).message);
	}
}
