/** How stable a version is, by its name, and what a change of it may do (seed 1, Versioning). */
import type { GateDescriptor, TypeName } from '../../runtime/model/catalog.ts';

export type Stability = 'alpha' | 'beta' | 'stable';

const levels: readonly Stability[] = ['alpha', 'beta', 'stable'];

export function stabilityOf(version: string): Stability {
	return version.includes('alpha') ? 'alpha' : version.includes('beta') ? 'beta' : 'stable';
}

/** Below zero when `a` is less stable. */
export function compareStability(a: Stability, b: Stability): number {
	return levels.indexOf(a) - levels.indexOf(b);
}

/** Of `shop/v1beta1.ProductSpec`. */
export function stabilityOfType(name: TypeName): Stability {
	const afterPackage = name.slice(name.lastIndexOf('/') + 1);
	return stabilityOf(afterPackage.slice(0, afterPackage.indexOf('.')));
}

/** Of a gate: what it lets in is no more stable than its last stage. */
export function stabilityOfGate(stages: readonly { readonly stage?: unknown }[] | undefined): Stability {
	const last = stages?.at(-1)?.stage as GateDescriptor['stages'][number]['stage'] | undefined;
	return last === 'alpha' || last === 'beta' ? last : 'stable';
}
