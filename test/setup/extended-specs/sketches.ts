/** A kind with an alpha version alone, as `orch new kind` writes it. */

const sketch = `kind: Sketch
names: {plural: sketches}
scope: Cluster
description: What a Sketch is, in a sentence.
versions:
  - {name: v1alpha1, storage: true}
subresources: {status: {}}
columns:
  - {name: Size, type: integer, value: self.spec.size, description: How many are wanted.}
schema:
  type: object
  required: [spec]
  properties:
    spec:
      type: object
      protobuf: 2
      description: What is wanted.
      properties:
        size: {type: integer, protobuf: 1, minimum: 0, default: 1, description: How many are wanted.}
    status:
      type: object
      protobuf: 3
      description: What was seen last.
      properties:
        observedGeneration: {type: integer, format: int64, protobuf: 1, description: The generation that this status is about.}
examples:
  - name: a small one
    object: {metadata: {name: example}, spec: {size: 2}}
`;

/** Files by path below the spec root. */
export const sketchSpecs: Readonly<Record<string, string>> = {
	'sketches/group.yaml': 'group: sketches.example.com\nversions: [v1alpha1]\n',
	'sketches/sketch.yaml': sketch,
};
