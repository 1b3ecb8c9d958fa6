/** Metrics of issuers: latency of tokens that are not cached, and the last reads of the keys. Figures of an issuer end with its use. */
import { TimesByLabels } from '../../telemetry/by-labels.ts';
import type { MetricFamily, Sample } from '../../telemetry/family.ts';
import { issuerRows } from '../../telemetry/metrics/issuer-rows.ts';
import { hashLabel } from '../configuration/hash-label.ts';

type Result = 'success' | 'failure';

interface KeyReads {
	/** Times in seconds since the epoch, by result. */
	readonly times: Map<Result, number>;
	/** Hash of the last key set. Undefined before the first one. */
	hash: string | undefined;
}

export class IssuerFigures {
	readonly #latency = new TimesByLabels(issuerRows.latency.bounds);
	readonly #reads = new Map<string, KeyReads>();
	readonly #server: string;

	constructor(serverId: string) {
		this.#server = hashLabel(serverId);
	}

	authenticated(issuer: string, result: Result, seconds: number): void {
		this.#latency.add({ result, jwt_issuer_hash: hashLabel(issuer) }, seconds);
	}

	/** Records a read of the keys. `text`: the key set as sent; undefined after a failure. */
	keysRead(issuer: string, text: string | undefined): void {
		const reads: KeyReads = this.#reads.get(issuer) ?? { times: new Map(), hash: undefined };
		this.#reads.set(issuer, reads);
		reads.times.set(text === undefined ? 'failure' : 'success', Date.now() / 1000);
		if (text !== undefined) reads.hash = hashLabel(text);
	}

	/** Drops the reads of issuers that are no longer in use. */
	keep(issuers: ReadonlySet<string>): void {
		for (const issuer of this.#reads.keys()) if (!issuers.has(issuer)) this.#reads.delete(issuer);
	}

	families(): readonly MetricFamily[] {
		return [
			{ ...issuerRows.latency, read: () => this.#latency.read() },
			{ ...issuerRows.keysTime, read: () => this.#samples(({ times }) => [...times].map(([result, value]) => ({ labels: { result }, value }))) },
			{ ...issuerRows.keysInfo, read: () => this.#samples(({ hash }) => (hash === undefined ? [] : [{ labels: { hash }, value: 1 }])) },
		];
	}

	#samples(of: (reads: KeyReads) => readonly Sample[]): readonly Sample[] {
		return [...this.#reads].flatMap(([issuer, reads]) => {
			const common = { jwt_issuer_hash: hashLabel(issuer), apiserver_id_hash: this.#server };
			return of(reads).map(({ labels, value }) => ({ labels: { ...labels, ...common }, value }));
		});
	}
}
