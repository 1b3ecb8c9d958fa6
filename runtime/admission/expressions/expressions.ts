/** Expressions of admission: they know the authorizer and the objects of mutations. */
import { TypedExpressions } from '../../schema/cel/typed-expressions.ts';
import { authorization } from './authorization.ts';
import { mutations } from './objects.ts';

export class AdmissionExpressions extends TypedExpressions {
	constructor() {
		super({ libraries: [authorization, mutations] });
	}
}
