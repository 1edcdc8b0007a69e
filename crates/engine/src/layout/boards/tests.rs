//! Sockets in the frame of a board.

use super::*;

#[test]
fn sockets_lie_beside_the_middles_of_outer_sides_that_cards_can_open() {
    let board = BoardGrid { cells: Size::new(2, 1), cell: Size::new(5, 4) };
    let cells = |sides: &[Direction]| -> Vec<(i32, i32)> {
        let outlets = outlets(&board, sides.iter().copied().collect());
        assert_eq!(outlets.len(), 6);
        outlets.iter().filter(|outlet| outlet.kind.is_none()).map(|outlet| outlet.cell.into()).collect()
    };
    assert_eq!(cells(&Direction::ALL), [(3, 0), (8, 0), (0, 2), (11, 2), (3, 5), (8, 5)]);
    assert_eq!(cells(&[Direction::West]), [(0, 2)]);
    for outlet in outlets(&board, Direction::ALL.into_iter().collect()) {
        let (at, side) = entrance(&board, outlet.cell).expect("it lies beside a board cell");
        assert_eq!((side, board.contains(at)), (outlet.out, true));
        assert_eq!(
            board.middle(at, side).next().map(|cell| cell.step(side) + Cell::new(1, 1)),
            Some(outlet.cell)
        );
    }
}
