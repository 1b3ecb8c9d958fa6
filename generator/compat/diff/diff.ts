/**
 * Finds the changes between two surfaces. Elements (fields, versions, columns) are paired by name. Removed and added ones are compared for
 * renames and moves; all pairs are compared by keyword, with the tables of this folder.
 */
import { compareText } from '../../read/diagnostics/diagnostic.ts';
import type { Change } from '../change.ts';
import { gateChanges, groupChanges, releaseChanges } from './groups.ts';
import { kindChanges } from './kinds.ts';
import type { DiffContext } from './place.ts';
import { typeChanges } from './types.ts';

export function diff(comparing: DiffContext): readonly Change[] {
	const changes = [...releaseChanges(comparing), ...gateChanges(comparing), ...groupChanges(comparing), ...kindChanges(comparing), ...typeChanges(comparing)];
	return changes.sort(
		(a, b) =>
			sections.indexOf(a.path[0] ?? '') - sections.indexOf(b.path[0] ?? '') ||
			compareText(a.where, b.where) ||
			compareText(a.sort, b.sort) ||
			compareText(a.message, b.message),
	);
}

const sections = ['releases', 'gates', 'groups', 'kinds', 'types'];
