/** An API version. */

export interface GroupVersion {
	/** Empty for the core group. */
	readonly group: string;
	readonly version: string;
}

/** Returns the `apiVersion` of objects: `v1` for the core group, `apps/v1` for others. */
export function apiVersionOf({ group, version }: GroupVersion): string {
	return group === '' ? version : `${group}/${version}`;
}

/** Returns the path of the version: `/api/v1`, `/apis/apps/v1`. */
export function versionPath({ group, version }: GroupVersion): string {
	return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}

/** Parses the `apiVersion` of an object, such as `v1` or `apps/v1`; the inverse of `apiVersionOf`. */
export function groupVersionOf(apiVersion: string): GroupVersion {
	const end = apiVersion.indexOf('/');
	return { group: apiVersion.slice(0, Math.max(0, end)), version: apiVersion.slice(end + 1) };
}
