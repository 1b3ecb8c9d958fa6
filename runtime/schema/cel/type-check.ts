/**
 * Triggers the library's type check, which gives the nodes of an expression their evaluation functions. The library checks only before an
 * evaluation. Therefore the root is replaced for one evaluation that does nothing: without a meter, a real one could take forever.
 */
import type { ASTNode } from '@marcbachmann/cel-js';

/** Returns the checked nodes. A type error is thrown again by each later evaluation. */
export function typeCheck(run: ((context: Record<string, unknown>) => unknown) & { readonly ast: ASTNode }): ASTNode {
	const root: { evaluate?: () => unknown } = run.ast as object;
	root.evaluate = () => undefined;
	try {
		run({});
	} catch {
		// The library repeats the check before each evaluation until it passes.
	} finally {
		// The library's own method is on the prototype.
		delete root.evaluate;
	}
	return run.ast;
}
