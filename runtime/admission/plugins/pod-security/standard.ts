/** Levels and versions of the Pod Security Standards, as labels and configuration name them: `restricted`, `v1.25`, `latest`. */

export const levels = ['privileged', 'baseline', 'restricted'] as const;

/** From least to most restrictive. */
export type Level = (typeof levels)[number];

export interface PolicyVersion {
	/** Canonical text: equal versions have equal texts. */
	readonly text: string;
	/** Minor version of `v1.N`. Infinite for `latest`. */
	readonly minor: number;
}

export interface Standard {
	readonly level: Level;
	readonly version: PolicyVersion;
}

export const latest: PolicyVersion = { text: 'latest', minor: Number.POSITIVE_INFINITY };

export const levelExpected = `must be one of ${levels.join(', ')}`;
export const versionExpected = 'must be "latest" or "v1.x"';

/** Largest minor version that Kubernetes can read. */
const maxMinor = 2n ** 63n - 1n;

/** Returns undefined for any other text. */
export function levelNamed(text: string): Level | undefined {
	return levels.find((level) => level === text);
}

/** Returns undefined for a text that is no version. */
export function versionNamed(text: string): PolicyVersion | undefined {
	if (text === latest.text) return latest;
	const minor = /^v1\.(0|[1-9][0-9]{0,18})$/.exec(text)?.[1];
	return minor === undefined || BigInt(minor) > maxMinor ? undefined : { text, minor: Number(minor) };
}

export function isSameStandard(a: Standard, b: Standard): boolean {
	return a.level === b.level && a.version.text === b.version.text;
}

/** Reports whether two standards have the same effect: privileged is the same in all versions. */
export function isEquivalent(a: Standard, b: Standard): boolean {
	return isSameStandard(a, b) || (a.level === 'privileged' && b.level === 'privileged');
}

export function isStricter(a: Level, b: Level): boolean {
	return levels.indexOf(a) > levels.indexOf(b);
}

/** Formats `restricted:latest`. */
export function standardText({ level, version }: Standard): string {
	return `${level}:${version.text}`;
}
