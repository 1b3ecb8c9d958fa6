/** A kind with an alpha version alone, as `orch new kind` writes it. */

const sketch = `kind: Sketch
names: {plural: sketches}
scope: Cluster
description: Purpose of a Sketch, in one sentence.
versions:
  - {name: v1alpha1, storage: true}
subresources: {status: {}}
columns:
  - {name: Size, type: integer, value: self.spec.size, description: Desired size.}
schema:
  type: object
  required: [spec]
  properties:
    spec:
      type: object
      protobuf: 2
      description: Desired state.
      properties:
        size: {type: integer, protobuf: 1, minimum: 0, default: 1, description: Desired size.}
    status:
      type: object
      protobuf: 3
      description: Observed state.
      properties:
        observedGeneration: {type: integer, format: int64, protobuf: 1, description: Generation that the status describes.}
examples:
  - name: small
    object: {metadata: {name: example}, spec: {size: 2}}
`;

/** Files by path below the spec root. */
export const sketchSpecs: Readonly<Record<string, string>> = {
	'sketches/group.yaml': 'group: sketches.example.com\nversions: [v1alpha1]\n',
	'sketches/sketch.yaml': sketch,
};
