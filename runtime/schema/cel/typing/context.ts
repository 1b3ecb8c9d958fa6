/** Methods of the type checker that macros use. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { CelType } from './type.ts';

export interface TypingContext {
	check(node: ASTNode): CelType;
	/** Checks a node in which macros bind variables. */
	within(bound: readonly (readonly [string, CelType])[], node: ASTNode): CelType;
	/** Replaces the parts of a type that have been inferred. */
	resolved(type: CelType): CelType;
	/** Reports whether a type is assignable to another one, and records the types that this infers. */
	assigns(to: CelType, from: CelType): boolean;
	/** Requires a boolean, as for the conditions of macros. */
	expectBool(node: ASTNode, type: CelType): void;
	report(message: string, at: number): void;
	/** Returns the offset to which messages about a node point. */
	position(node: ASTNode): number;
}
