/** The texts that a group and a version make together. */

export interface GroupVersion {
	/** Empty for the core group. */
	readonly group: string;
	readonly version: string;
}

/** As objects say it: `v1` of the core group, `apps/v1` of others. */
export function apiVersionOf({ group, version }: GroupVersion): string {
	return group === '' ? version : `${group}/${version}`;
}

/** Where its resources are served: `/api/v1`, `/apis/apps/v1`. */
export function versionPath({ group, version }: GroupVersion): string {
	return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}

/** The other way round: of `v1` and `apps/v1`. */
export function groupVersionOf(apiVersion: string): GroupVersion {
	const end = apiVersion.indexOf('/');
	return { group: apiVersion.slice(0, Math.max(0, end)), version: apiVersion.slice(end + 1) };
}
