/** Pod Security Standards in all their versions, made from the table of checks. */
import { compareReleases, releaseNumbers } from '../../../model/release.ts';
import type { Check, CheckedPod, CheckServer, FindViolation, Violation } from './checks/check.ts';
import type { Level, Standard } from './standard.ts';

export class Standards {
	readonly #checks: readonly Check[];
	readonly #server: CheckServer;
	/** Newest known policy version, which is that of the release. */
	readonly #newest: number;
	/** True when checks of restricted replace checks of baseline and do not add to them. */
	readonly #isReplacing: boolean;
	/** Checks by level and policy version, selected on first use. The release bounds the versions. */
	readonly #selected = new Map<string, readonly FindViolation[]>();

	constructor(checks: readonly Check[], server: CheckServer) {
		this.#checks = checks;
		this.#server = server;
		this.#newest = releaseNumbers(server.release).minor;
		this.#isReplacing = compareReleases(server.release, '1.24') >= 0;
	}

	/** Returns the violations of a standard, in the order of the checks. */
	violations({ level, version }: Standard, pod: CheckedPod): readonly Violation[] {
		if (level === 'privileged') return [];
		return this.#select(level, Math.min(version.minor, this.#newest)).flatMap((find) => find(pod, this.#server) ?? []);
	}

	#select(level: Exclude<Level, 'privileged'>, minor: number): readonly FindViolation[] {
		const key = `${level} ${minor}`;
		let selected = this.#selected.get(key);
		if (selected === undefined) {
			selected = this.#selection(level, minor);
			this.#selected.set(key, selected);
		}
		return selected;
	}

	#selection(level: Exclude<Level, 'privileged'>, minor: number): readonly FindViolation[] {
		const current = this.#checks
			.filter((check) => check.level === 'baseline' || level === 'restricted')
			.flatMap(({ name, versions }) =>
				versions
					.filter(({ from }) => from <= minor)
					.slice(-1)
					.map((version) => ({ name, ...version })),
			);
		const replaced = this.#isReplacing ? current.flatMap(({ replaces = [] }) => replaces) : [];
		return current.filter(({ name }) => !replaced.includes(name)).map(({ find }) => find);
	}
}

/** Formats violations with their details: `hostPort (container "a" uses hostPort 80), privileged (...)`. */
export function detailText(violations: readonly Violation[]): string {
	return violations.map(({ reason, detail }) => (detail === '' ? reason : `${reason} (${detail})`)).join(', ');
}

/** Formats violations by their reasons alone. */
export function reasonText(violations: readonly Violation[]): string {
	return violations.map(({ reason }) => reason).join(', ');
}
