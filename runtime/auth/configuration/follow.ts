/**
 * Follows a configuration file and puts its new content into force, with the metrics of kube-apiserver. A content that cannot be read or
 * is wrong changes nothing: the one before stays in force.
 */
import { unwatchFile, watchFile } from 'node:fs';
import { readUserFile } from '../../storage/read-user-file.ts';
import { CountsByLabels } from '../../telemetry/by-labels.ts';
import type { MetricFamily } from '../../telemetry/family.ts';
import type { Log } from '../../telemetry/log.ts';
import { configurationRows } from '../../telemetry/metrics/configuration.ts';
import { hashLabel } from './hash-label.ts';

/** Error of a content that may be put into force later, for example when an issuer answers again. */
export class TemporaryFailure extends Error {
	override readonly name = 'TemporaryFailure';
}

export interface FollowedFile {
	readonly file: string;
	readonly what: keyof typeof configurationRows;
	/** Text in force. */
	readonly text: string;
	/** Puts a text into force. A TemporaryFailure is tried again each minute. */
	readonly apply: (text: string) => Promise<void>;
}

export interface FollowingContext {
	readonly log: Log;
	/** Ends the following. */
	readonly signal: AbortSignal;
	/** Name of this server among those of the store; empty while the gate is off. */
	readonly serverId: string;
	readonly addMetrics: (families: readonly MetricFamily[]) => void;
}

/** Interval at which the file's times are read, as for CA files. */
const pollIntervalMs = 2_000;
const retryIntervalMs = 60_000;

export function followFile({ file, what, text, apply }: FollowedFile, { log, signal, serverId, addMetrics }: FollowingContext): void {
	const figures = new Figures(serverId, text);
	addMetrics(figures.families(what));
	// Text that was tried last. A wrong text is not tried again until it changes.
	let tried = text;
	let retry: NodeJS.Timeout | undefined;
	let checking = Promise.resolve();
	const check = (): void => {
		checking = checking.then(checkNow);
	};
	watchFile(file, { persistent: false, interval: pollIntervalMs }, check);
	signal.addEventListener('abort', () => {
		unwatchFile(file, check);
		clearTimeout(retry);
	});

	async function checkNow(): Promise<void> {
		clearTimeout(retry);
		if (signal.aborted) return;
		try {
			const next = await readUserFile(file);
			if (next === tried) return;
			const before = tried;
			tried = next;
			try {
				await apply(next);
			} catch (error) {
				if (error instanceof TemporaryFailure) tried = before;
				throw error;
			}
			figures.applied(next);
			log.info(`${what} configuration reloaded`, { file });
		} catch (error) {
			if (signal.aborted) return;
			figures.failed();
			log.error(`${what} configuration reload failed; the previous configuration stays in effect`, { file, error: (error as Error).message });
			retry = setTimeout(check, retryIntervalMs).unref();
		}
	}
}

class Figures {
	readonly #server: string;
	readonly #reloads = new CountsByLabels();
	/** Times in seconds since the epoch, by status. */
	readonly #times = new Map<string, number>();
	#hash: string;

	constructor(serverId: string, text: string) {
		this.#server = hashLabel(serverId);
		this.#hash = hashLabel(text);
	}

	applied(text: string): void {
		this.#hash = hashLabel(text);
		this.#count('success');
	}

	failed(): void {
		this.#count('failure');
	}

	families(what: FollowedFile['what']): readonly MetricFamily[] {
		const rows = configurationRows[what];
		const labels = { apiserver_id_hash: this.#server };
		return [
			{ ...rows.reloads, read: () => this.#reloads.read() },
			{ ...rows.time, read: () => [...this.#times].map(([status, value]) => ({ labels: { status, ...labels }, value })) },
			{ ...rows.info, read: () => [{ labels: { ...labels, hash: this.#hash }, value: 1 }] },
		];
	}

	#count(status: 'success' | 'failure'): void {
		this.#reloads.add({ status, apiserver_id_hash: this.#server });
		this.#times.set(status, Date.now() / 1000);
	}
}
