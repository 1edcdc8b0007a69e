//! Graph algorithms that know nothing of places: planarity, embeddings, faces and color refinement.

pub(super) mod color_refinement;
pub(super) mod embedding;
pub(super) mod planar;
