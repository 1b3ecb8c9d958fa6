/** Derives the role of a file in a spec root from its path. */
import type { FileShape } from '../shape/shape.ts';

export interface FileRole {
	readonly shape: FileShape;
	/** Folder of the group. Empty for files outside of groups. */
	readonly package: string;
}

export const expectedPlaces = '"releases.yaml", "vocabulary/NAME.yaml", "GROUP/group.yaml", "GROUP/KIND.yaml" or "GROUP/types/TOPIC.yaml"';

/** Returns the role of a path. `ignored`: a file that may be in a spec root and is no spec. Undefined: any other file. */
export function fileRole(path: string): FileRole | 'ignored' | undefined {
	if (path === 'api.lock.yaml') return 'ignored';
	if (/^releases\.ya?ml$/.test(path)) return { shape: 'releases', package: '' };
	const [first = '', second, third, ...rest] = path.replace(/\.ya?ml$/, '').split('/');
	if (second === undefined || rest.length > 0) return undefined;
	if (first === 'vocabulary') return third === undefined ? { shape: 'vocabulary', package: '' } : undefined;
	if (third !== undefined) return second === 'types' ? { shape: 'types', package: first } : undefined;
	return second === 'group' ? { shape: 'group', package: first } : { shape: 'kind', package: first };
}
