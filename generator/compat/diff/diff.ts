/**
 * All differences between two surfaces, each with what it means. Elements (a field, a version, a column) are paired by name, what went
 * and what came is looked at for renames and moves, and the rest goes keyword by keyword through the tables beside this file.
 */
import { compareText } from '../../read/diagnostics/diagnostic.ts';
import type { Change } from '../change.ts';
import { gateChanges, groupChanges, releaseChanges } from './groups.ts';
import { kindChanges } from './kinds.ts';
import type { Comparing } from './place.ts';
import { typeChanges } from './types.ts';

export function diff(comparing: Comparing): readonly Change[] {
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
