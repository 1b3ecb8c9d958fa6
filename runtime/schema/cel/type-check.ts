/**
 * Triggers the library's type check, which gives the nodes of an expression their evaluation functions. The library checks only before an
 * evaluation, so the root evaluates to nothing meanwhile: an evaluation without a meter could take for ever.
 */
import type { ASTNode } from '@marcbachmann/cel-js';

/** Returns the checked nodes. A type error is thrown by each later evaluation. */
export function typeCheck(run: ((context: Record<string, unknown>) => unknown) & { readonly ast: ASTNode }): ASTNode {
	const root: { evaluate?: () => unknown } = run.ast as object;
	root.evaluate = () => undefined;
	try {
		run({});
	} catch {
		// The check is repeated before each evaluation until it passes.
	} finally {
		// The library's method is on the prototype.
		delete root.evaluate;
	}
	return run.ast;
}
