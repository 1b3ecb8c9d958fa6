package v1

// Payment is how an order is paid.
// +enum
type Payment string

const (
	PaymentCard    Payment = "Card"
	PaymentInvoice Payment = "Invoice"
)

type Order struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`

	Spec   OrderSpec   `json:"spec" protobuf:"bytes,2,opt,name=spec"`
	Status OrderStatus `json:"status,omitempty" protobuf:"bytes,3,opt,name=status"`
}

/* A block comment with
type Trap struct {
*/
type OrderSpec struct {
	// Lines of the order. type Trap struct {
	Lines []Line `json:"lines" patchStrategy:"merge" patchMergeKey:"item" protobuf:"bytes,4,rep,name=lines"`
	Means `json:",inline" protobuf:"bytes,2,opt,name=means"`
	Address   Address `json:"address,omitempty" protobuf:"bytes,1,opt,name=address"`
	NotBefore *metav1.Time `json:"notBefore" protobuf:"bytes,3,opt,name=notBefore"`
	Weight resource.Quantity `json:"weight,omitempty" protobuf:"bytes,5,opt,name=weight"`
	Labels map[string]string `json:"labels,omitempty" protobuf:"bytes,6,rep,name=labels"`
	Express bool `json:"express,omitempty" protobuf:"varint,7,opt,name=express"`
	hidden string `json:"-"`
}

type Means struct {
	Payment *Payment `json:"payment,omitempty" protobuf:"bytes,1,opt,name=payment,casttype=Payment"`
	Card []byte `json:"card,omitempty" protobuf:"bytes,2,opt,name=card"`
	Invoice string `json:"invoice,omitempty" protobuf:"bytes,3,opt,name=invoice"`
}

type Line struct {
	Item   string `json:"item" protobuf:"bytes,2,opt,name=item"`
	Amount int64 `json:"amount" protobuf:"varint,1,opt,name=amount"`
	Place  intstr.IntOrString `json:"place,omitempty" protobuf:"bytes,3,opt,name=place"`
}

type Address struct {
	City string `json:"city,omitempty" protobuf:"bytes,1,opt,name=city"`
}

type OrderStatus struct {
	Phase string `json:"phase" protobuf:"bytes,1,opt,name=phase"`
	Sent int32 `json:"sent,omitempty" protobuf:"varint,2,opt,name=sent"`
	Address Address `json:"address,omitempty" protobuf:"bytes,3,opt,name=address"`
}

type Warehouse struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Address *Address `json:"address,omitempty" protobuf:"bytes,2,opt,name=address"`
}
