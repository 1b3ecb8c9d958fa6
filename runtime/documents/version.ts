/** The document of `/version`: the release emulated, in the fields that clients read. */

export interface VersionOptions {
	/** Release emulated, `major.minor`. */
	readonly release: string;
	/** Stands behind the `+` of the version. */
	readonly build: string;
}

export type VersionDocument = ReturnType<typeof versionDocument>;

export function versionDocument({ release, build }: VersionOptions) {
	const [major = '', minor = ''] = release.split('.');
	return {
		major,
		minor,
		gitVersion: `v${release}.0+${build}`,
		gitCommit: '',
		gitTreeState: '',
		buildDate: '1970-01-01T00:00:00Z',
		goVersion: `node${process.versions.node}`,
		compiler: `v8-${process.versions.v8}`,
		platform: `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`,
	};
}
