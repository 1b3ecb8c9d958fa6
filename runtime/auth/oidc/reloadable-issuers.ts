/** Issuers in force, with their keys. A new set replaces the one before once all its issuers have answered; unchanged issuers keep their keys. */
import { TemporaryFailure } from '../configuration/follow.ts';
import { type IssuerSet, issuerSet } from './identity-tokens.ts';
import type { TokenIssuer } from './issuer.ts';
import type { IssuerFigures } from './issuer-figures.ts';
import { type IssuerKeys, issuerKeys } from './issuer-keys.ts';

interface OpenKeys {
	readonly keys: IssuerKeys;
	/** Ends the requests to the issuer. */
	readonly ended: AbortController;
}

/** Time that new issuers have to answer, as in kube-apiserver. */
const answerWithinMs = 60_000;

export class ReloadableIssuers {
	#open = new Map<string, OpenKeys>();
	#current: IssuerSet = issuerSet([]);
	readonly #signal: AbortSignal;
	readonly #failed: (sentence: string) => void;
	readonly #figures: IssuerFigures;

	/** `signal` ends all requests; `failed` reports each failure of an issuer. */
	constructor(signal: AbortSignal, failed: (sentence: string) => void, figures: IssuerFigures) {
		this.#signal = signal;
		this.#failed = failed;
		this.#figures = figures;
	}

	readonly current = (): IssuerSet => this.#current;

	/** Puts the first issuers into force, whether they answer or not: their servers may start later. */
	start(issuers: readonly TokenIssuer[]): void {
		this.#swap(issuers, this.#opened(issuers));
	}

	/** Replaces the issuers. Rejects with a TemporaryFailure when one does not answer in time; then nothing changes. */
	async replace(issuers: readonly TokenIssuer[]): Promise<void> {
		const open = this.#opened(issuers);
		try {
			await Promise.all([...open].map(async ([key, { keys }]) => this.#open.has(key) || keys.ready(answerWithinMs)));
		} catch (error) {
			for (const [key, { ended }] of open) if (!this.#open.has(key)) ended.abort();
			throw new TemporaryFailure((error as Error).message, { cause: error });
		}
		this.#swap(issuers, open);
	}

	#opened(issuers: readonly TokenIssuer[]): Map<string, OpenKeys> {
		return new Map(issuers.map((issuer) => [keyOf(issuer), this.#open.get(keyOf(issuer)) ?? this.#begin(issuer)]));
	}

	#begin({ url, discoveryUrl, ca }: TokenIssuer): OpenKeys {
		const ended = new AbortController();
		const signal = AbortSignal.any([this.#signal, ended.signal]);
		const failed = (sentence: string): void => {
			if (!signal.aborted) this.#failed(sentence);
		};
		const keysRead = (text: string | undefined): void => {
			if (!signal.aborted) this.#figures.keysRead(url, text);
		};
		return { keys: issuerKeys({ issuer: url, discoveryUrl, ca, signal, failed, keysRead }), ended };
	}

	#swap(issuers: readonly TokenIssuer[], open: Map<string, OpenKeys>): void {
		for (const [key, { ended }] of this.#open) if (!open.has(key)) ended.abort();
		this.#open = open;
		this.#figures.keep(new Set(issuers.map(({ url }) => url)));
		this.#current = issuerSet(issuers.map((issuer) => ({ issuer, getKey: (open.get(keyOf(issuer)) as OpenKeys).keys.getKey })));
	}
}

/** Returns equal texts for issuers whose keys are read in the same way. */
function keyOf({ url, discoveryUrl, ca }: TokenIssuer): string {
	return JSON.stringify([url, discoveryUrl, ca]);
}
