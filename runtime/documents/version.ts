/** The response of `/version`: the emulated release in the fields of Kubernetes' version.Info. */
import type { Release } from '../model/catalog.ts';
import { compareReleases, releaseNumbers } from '../model/release.ts';

export interface VersionOptions {
	/** Emulated release, `major.minor`. */
	readonly release: Release;
	/** Build metadata: text after the `+` of the version. */
	readonly build: string;
}

export type VersionDocument = ReturnType<typeof versionDocument>;

/** True when the response includes the emulated release and the minimum compatible one. */
export function saysEmulation(release: Release): boolean {
	return compareReleases(release, '1.33') >= 0;
}

export function versionDocument({ release, build }: VersionOptions) {
	const { major, minor } = releaseNumbers(release);
	return {
		major: String(major),
		minor: String(minor),
		...(saysEmulation(release) && {
			emulationMajor: String(major),
			emulationMinor: String(minor),
			minCompatibilityMajor: String(major),
			minCompatibilityMinor: String(minor - 1),
		}),
		gitVersion: `v${release}.0+${build}`,
		gitCommit: '',
		gitTreeState: '',
		buildDate: '1970-01-01T00:00:00Z',
		goVersion: `node${process.versions.node}`,
		compiler: `v8-${process.versions.v8}`,
		platform: `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`,
	};
}
