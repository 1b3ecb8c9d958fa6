/** Finds literal arguments that fail in every evaluation: an invalid pattern, duration or time. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { durationMs } from '../../../scalars/duration.ts';
import { Pattern, PatternError } from '../../../scalars/pattern.ts';
import { timeProblem } from '../../../scalars/time.ts';
import type { Issue } from './issues.ts';

const isInvalid: Readonly<Record<string, (text: string) => boolean>> = {
	duration: (text) => durationMs(text) === undefined,
	timestamp: (text) => timeProblem(text) !== undefined,
	matches(text) {
		try {
			new Pattern(text);
			return false;
		} catch (error) {
			if (error instanceof PatternError) return true;
			throw error;
		}
	},
};

/** Returns the issue of the first argument of a call if it is an invalid literal. */
export function literalIssue(name: string, [first]: readonly ASTNode[]): Issue | undefined {
	if (!Object.hasOwn(isInvalid, name) || first?.op !== 'value' || typeof first.args !== 'string') return undefined;
	return isInvalid[name]?.(first.args) === true ? { message: `invalid ${name} argument`, at: first.start } : undefined;
}
